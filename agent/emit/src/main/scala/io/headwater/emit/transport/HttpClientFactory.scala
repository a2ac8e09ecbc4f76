package io.headwater.emit.transport

import org.apache.hc.client5.http.config.{ConnectionConfig, RequestConfig}
import org.apache.hc.client5.http.impl.classic.{CloseableHttpClient, HttpClientBuilder, HttpClients}
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManagerBuilder
import org.apache.hc.client5.http.ssl.DefaultClientTlsStrategy
import org.apache.hc.core5.http.{HttpException, HttpResponse}
import org.apache.hc.core5.net.URIBuilder
import org.apache.hc.core5.util.Timeout

import io.headwater.emit.json.JavaCollections
import io.openlineage.client.transports.{
  HttpConfig,
  HttpTransport,
  HttpTransportResponseException,
  JwtTokenProvider,
  Transport
}

/** Creates the HTTP client for the transport of openlineage-java. The default client of that transport follows redirects,
  * some of them as a GET without the event, treats other redirects as success, and repeats requests. With this client, a
  * redirect is a failure that names the new address, and each event is sent once. Tokens are requested with the same
  * client.
  */
private[transport] object HttpClientFactory {
  private val defaultMillis = 5000

  /** Lets a backend recognize an event that it has already received. */
  private val keyHeader = "Idempotency-Key"

  /** The idempotency key of the current request. The client has no parameter for it; it sends on the calling thread. */
  private val key = new ThreadLocal[String]

  def withKey[A](value: Option[String])(send: => A): A = {
    value.foreach(key.set)
    try send
    finally key.remove()
  }

  /** A status from 400 to 499 is permanent, because the event is wrong, unless it is about time, or about a setting that
    * the user can correct: the address or the credentials.
    */
  def retryability(chain: Vector[Throwable]): Retryability = {
    val retry = chain.collectFirst { case r: RetryAfter => Retryability.Retry(Some(r.delay)) }
    val permanent = chain.collectFirst {
      case r: HttpTransportResponseException
          if r.getStatusCode / 100 == 4 && !retryableStatuses(r.getStatusCode) =>
        Retryability.Permanent
    }
    retry.orElse(permanent).getOrElse(Retryability.Retry())
  }

  def unauthorized(chain: Vector[Throwable]): Boolean = chain.exists {
    case r: HttpTransportResponseException => r.getStatusCode == 401
    case _ => false
  }

  private val retryableStatuses = Set(401, 403, 404, 405, 407, 408, 425, 429)

  /** @param config
    *   the settings, without `sslContext`
    * @param tls
    *   replaces `sslContext`
    */
  def transport(config: HttpConfig, tls: Option[DefaultClientTlsStrategy]): Transport = {
    config.getAuth match {
      case jwt: JwtTokenProvider =>
        config.setAuth(new JwtTokens(jwt, () => builder(config, tls).build()))
      case _ => ()
    }
    // The transport logs its whole address. The parameters may contain a key, so they are added to each request instead.
    val params = Option(config.getUrlParams).fold(Vector.empty[(String, String)])(JavaCollections.entries(_))
    config.setUrlParams(java.util.Collections.emptyMap[String, String])
    val client = builder(config, tls)
      .addRequestInterceptorFirst { (request, _, _) =>
        Option(key.get).foreach(request.setHeader(keyHeader, _))
        if (params.nonEmpty) request.setPath(withParameters(request.getPath, params))
      }
      .build()
    new HttpTransport(client, config)
  }

  /** The same client, for other requests. */
  def client(config: HttpConfig, tls: Option[DefaultClientTlsStrategy]): CloseableHttpClient =
    builder(config, tls).build()

  private def builder(config: HttpConfig, tls: Option[DefaultClientTlsStrategy]): HttpClientBuilder = {
    val timeout =
      Timeout.ofMilliseconds(Option(config.getTimeoutInMillis).fold(defaultMillis)(_.intValue).toLong)
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

  private def withParameters(path: String, params: Vector[(String, String)]): String =
    params.foldLeft(new URIBuilder(path)) { case (b, (k, v)) => b.addParameter(k, v) }.build().toString

  private def refuseRedirect(response: HttpResponse): Unit =
    if (response.getCode / 100 == 3) {
      val to =
        Option(response.getFirstHeader("Location")).flatMap(h => Option(h.getValue)).getOrElse("no address")
      throw new HttpException(
        s"status ${response.getCode}, redirected to $to; set transport.url to the final address"
      )
    }
}
