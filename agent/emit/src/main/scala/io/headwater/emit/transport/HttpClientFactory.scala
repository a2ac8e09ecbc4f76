package io.headwater.emit.transport

import java.net.URI

import org.apache.hc.client5.http.config.{ConnectionConfig, RequestConfig}
import org.apache.hc.client5.http.impl.classic.{CloseableHttpClient, HttpClientBuilder, HttpClients}
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManagerBuilder
import org.apache.hc.client5.http.ssl.DefaultClientTlsStrategy
import org.apache.hc.core5.http.HttpResponse
import org.apache.hc.core5.net.URIBuilder
import org.apache.hc.core5.util.Timeout

import io.headwater.emit.transport.config.{HttpSettings, TransportOptions}
import io.headwater.util.JavaCollections
import io.openlineage.client.transports.{HttpConfig, JwtTokenProvider}

/** Creates HTTP clients. The client of openlineage-java follows redirects, some of them as a GET without the event, treats
  * other redirects as success, and repeats requests. With this client, a redirect is a failure that names the new address,
  * and each event is sent once. Tokens are requested with such a client, too. Each client is for one address, because
  * its proxy is that of this address ([[HttpProxy]]).
  */
private[transport] object HttpClientFactory {

  /** @param config
    *   the settings that openlineage-java knows
    * @param own
    *   the others
    */
  def events(config: HttpConfig, own: HttpSettings): EventClient = {
    ownTokens(config, own)
    val params = Option(config.getUrlParams).fold(Vector.empty[(String, String)])(JavaCollections.entries(_))
    val to = params.foldLeft(new URIBuilder(address(config))) { case (b, (k, v)) =>
      b.addParameter(TransportOptions.parameter(k), v)
    }.build()
    new HttpEventClient(config, to, client(config, own, to))
  }

  /** Lets the token provider `jwt` of the settings use a client of this factory. */
  def ownTokens(config: HttpConfig, own: HttpSettings): Unit =
    config.getAuth match {
      case jwt: JwtTokenProvider =>
        config.setAuth(new JwtTokens(jwt, () => client(config, own, jwt.getTokenEndpoint)))
      case _ => ()
    }

  /** Where events are posted, with the parameters of the URL and of the endpoint. */
  def address(config: HttpConfig): URI = {
    val url = config.getUrl
    val hasPath = Option(url.getPath).exists(p => p.nonEmpty && p != "/")
    val endpoint = Option(config.getEndpoint).filter(_.trim.nonEmpty).getOrElse(TransportOptions.endpoint)
    val (path, query) = endpoint.span(_ != '?')
    if (hasPath) url
    else new URIBuilder(url).setPath(path).addParameters(new URIBuilder(query).getQueryParams).build()
  }

  /** The client of all requests to this address. */
  def client(config: HttpConfig, own: HttpSettings, to: URI): CloseableHttpClient = {
    val direct = builder(config, own.tls)
    proxy(own, to).fold(direct)(_.addTo(direct)).build()
  }

  def proxy(own: HttpSettings, to: URI): Option[HttpProxy] = if (own.usesProxy) HttpProxy.of(to) else None

  private def builder(config: HttpConfig, tls: Option[DefaultClientTlsStrategy]): HttpClientBuilder = {
    val timeout =
      Timeout.ofMilliseconds(
        Option(config.getTimeoutInMillis).fold(TransportOptions.httpTimeoutMillis)(_.intValue).toLong
      )
    val connection =
      ConnectionConfig.custom().setSocketTimeout(
        timeout
      ).setConnectTimeout(timeout).setTimeToLive(timeout).build()
    val pool = PoolingHttpClientConnectionManagerBuilder.create().setDefaultConnectionConfig(connection)
    val request =
      RequestConfig.custom().setConnectionRequestTimeout(timeout).setResponseTimeout(timeout).build()
    HttpClients.custom()
      .setConnectionManager(tls.fold(pool)(pool.setTlsSocketStrategy).build())
      .setDefaultRequestConfig(request)
      .disableRedirectHandling()
      .disableAutomaticRetries()
      .addResponseInterceptorFirst { (response, _, _) =>
        refuseRedirect(response)
        RetryAfter.in(response).foreach(throw _)
      }
  }

  private def refuseRedirect(response: HttpResponse): Unit =
    if (response.getCode / 100 == 3) {
      val to =
        Option(response.getFirstHeader("Location")).flatMap(h => Option(h.getValue)).getOrElse("no address")
      throw new RedirectException(
        s"status ${response.getCode}, redirected to $to; set transport.url to the final address"
      )
    }
}
