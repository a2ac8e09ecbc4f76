package io.headwater.emit.transport

import java.net.URI
import java.nio.charset.StandardCharsets.UTF_8
import java.time.Duration

import org.apache.hc.client5.http.classic.methods.HttpPost
import org.apache.hc.client5.http.config.RequestConfig
import org.apache.hc.client5.http.entity.GzipCompressingEntity
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient
import org.apache.hc.core5.http.io.HttpClientResponseHandler
import org.apache.hc.core5.http.io.entity.{EntityUtils, StringEntity}
import org.apache.hc.core5.http.{ClassicHttpResponse, ContentType, HttpHeaders}
import org.apache.hc.core5.util.Timeout

import io.headwater.emit.event.SerializedEvent
import io.headwater.util.JavaCollections
import io.openlineage.client.transports.{HttpConfig, HttpTransportResponseException}

/** Posts the text of each event. The transport of openlineage-java takes objects, in whose classes numbers above 2^53 are
  * rounded, and it has one timeout for all events.
  */
private[transport] final class HttpEventClient(config: HttpConfig, to: URI, client: CloseableHttpClient)
    extends EventClient {
  import HttpEventClient._

  private val headers =
    Option(config.getHeaders).fold(Vector.empty[(String, String)])(JavaCollections.entries(_))

  def send(event: SerializedEvent, within: Duration): Unit = {
    val timeout = Timeout.of(within)
    val request = new HttpPost(to)
    request.setConfig(
      RequestConfig.custom().setConnectionRequestTimeout(timeout).setResponseTimeout(timeout).build()
    )
    headers.foreach { case (name, value) => request.setHeader(name, value) }
    request.setHeader(HttpHeaders.ACCEPT, ContentType.APPLICATION_JSON.toString)
    Option(config.getAuth).foreach(auth => request.setHeader(HttpHeaders.AUTHORIZATION, auth.getToken))
    event.idempotencyKey.foreach(request.setHeader(keyHeader, _))
    val body = new StringEntity(event.line, ContentType.APPLICATION_JSON)
    val isCompressed = config.getCompression == HttpConfig.Compression.GZIP
    request.setEntity(if (isCompressed) new GzipCompressingEntity(body) else body)
    client.execute(request, check)
    ()
  }

  def close(): Unit = client.close()

  private val check: HttpClientResponseHandler[Unit] = response =>
    if (response.getCode >= 400) throw new HttpTransportResponseException(response.getCode, start(response))
    else EntityUtils.consume(response.getEntity)

  private def start(response: ClassicHttpResponse): String = {
    val text = Option(response.getEntity).flatMap(e => Option(EntityUtils.toString(e, UTF_8, maxBody)))
    EntityUtils.consumeQuietly(response.getEntity)
    text.getOrElse("")
  }
}

private object HttpEventClient {

  /** Lets a backend recognize an event that it has already received. */
  val keyHeader = "Idempotency-Key"

  val maxBody = 4000
}
