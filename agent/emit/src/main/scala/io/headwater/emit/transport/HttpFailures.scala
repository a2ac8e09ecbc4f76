package io.headwater.emit.transport

import java.net.{ConnectException, NoRouteToHostException, SocketTimeoutException, UnknownHostException}
import javax.net.ssl.SSLException

import org.apache.hc.client5.http.ConnectTimeoutException
import org.apache.hc.core5.http.{ConnectionRequestTimeoutException, HttpException}

import io.openlineage.client.transports.HttpTransportResponseException

/** What the failure of a request says about later ones. A failure is given with its causes. */
private[transport] object HttpFailures {

  /** A status from 400 to 499 is permanent, because the event is wrong, unless it is about time, or about a setting that
    * the user can correct: the address or the credentials.
    */
  def retryability(chain: Vector[Throwable]): Retryability = {
    val delay = chain.collectFirst { case r: RetryAfterException => Retryability.Unavailable(Some(r.delay)) }
    val status = chain.collectFirst { case r: HttpTransportResponseException => ofStatus(r.getStatusCode) }
    delay.orElse(status).getOrElse {
      if (chain.exists(isUnreachable)) Retryability.Unavailable()
      else Retryability.Retry(chain.exists(_.isInstanceOf[SocketTimeoutException]))
    }
  }

  private def ofStatus(status: Int): Retryability =
    if (unavailableStatuses(status)) Retryability.Unavailable()
    else if (status / 100 == 4 && status != timedOutStatus) Retryability.Permanent
    else Retryability.Retry(status == timedOutStatus)

  /** There was no connection, or the server is not the one that the events are for. */
  private def isUnreachable(e: Throwable): Boolean = e match {
    case _: ConnectException | _: ConnectTimeoutException | _: ConnectionRequestTimeoutException |
        _: NoRouteToHostException | _: UnknownHostException | _: SSLException | _: RedirectException =>
      true
    case _ => false
  }

  def isUnauthorized(chain: Vector[Throwable]): Boolean = chain.exists {
    case r: HttpTransportResponseException => r.getStatusCode == 401
    case _ => false
  }

  private val unavailableStatuses = Set(401, 403, 404, 405, 407, 425, 429)
  private val timedOutStatus = 408
}

/** A backend has answered with the address of another one. */
private[transport] final class RedirectException(message: String) extends HttpException(message)
