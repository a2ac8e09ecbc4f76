package io.headwater.emit.transport

import java.time.format.DateTimeFormatter.RFC_1123_DATE_TIME
import java.time.{Duration, Instant, ZonedDateTime}

import scala.util.Try

import org.apache.hc.core5.http.{HttpException, HttpResponse}

/** A response with status 429 or 503 and a `Retry-After` header. The exception of openlineage-java has no headers. */
private[transport] final class RetryAfterException(status: Int, val delay: Duration)
    extends HttpException(s"HTTP status $status, Retry-After ${delay.getSeconds} s")

/** The header `Retry-After`. */
private[transport] object RetryAfter {
  def in(response: HttpResponse): Option[RetryAfterException] =
    for {
      status <- Some(response.getCode).filter(Set(429, 503))
      header <- Option(response.getFirstHeader("Retry-After"))
      value <- Option(header.getValue)
      delay <- parse(value.trim, Instant.now)
    } yield new RetryAfterException(status, delay)

  private val max = Duration.ofDays(1) // more is an error of the backend, or does not fit into milliseconds

  /** Parses seconds or an HTTP date; a day at most. */
  def parse(value: String, now: Instant): Option[Duration] = {
    val seconds = Try(Duration.ofSeconds(value.toLong)).toOption
    val date = Try(Duration.between(now, ZonedDateTime.parse(value, RFC_1123_DATE_TIME).toInstant)).toOption
    seconds.orElse(date).filterNot(_.isNegative).map(delay => if (delay.compareTo(max) > 0) max else delay)
  }
}
