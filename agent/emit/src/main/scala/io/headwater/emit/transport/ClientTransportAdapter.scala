package io.headwater.emit.transport

import java.time.Duration
import java.util.concurrent.atomic.AtomicReference
import javax.net.ssl.SSLException

import scala.annotation.tailrec
import scala.util.{Failure, Success}

import io.headwater.emit.event.SerializedEvent
import io.headwater.emit.transport.config.CredentialRedactor
import io.headwater.util.{Causes, Deadline}
import io.openlineage.client.OpenLineageClientException
import io.openlineage.client.transports.{HttpTransportResponseException, Transport}

/** Adapts a transport of openlineage-java, built in or found on the class path. Each event has a total deadline: the
  * timeouts of the transport itself are for a single read, so that a server that sends single bytes would block it
  * forever. A transport that misses the deadline is closed on another thread and built again for the next event.
  *
  * @param build
  *   builds the transport again
  * @param first
  *   the transport for the first events
  */
private[transport] final class ClientTransportAdapter(
    val description: String,
    override val identity: String,
    override val local: Boolean,
    build: () => Transport,
    first: Transport,
    deadline: Duration,
    credentials: CredentialRedactor
) extends EventTransport {
  private val current = new AtomicReference[Option[Transport]](Some(first))

  def send(event: SerializedEvent): Unit =
    Deadline.within("headwater-emit", deadline)(emit(event)) match {
      case Success(_) => ()
      case Failure(e) if Deadline.isTimeout(e) =>
        discard()
        throw failed(s"no answer within ${deadline.toMillis} ms", Retryability.Retry())
      case Failure(e: EmissionFailed) => throw failed(credentials(e.getMessage), e.retryability)
      case Failure(e) =>
        val chain = Causes.of(e)
        if (HttpClientFactory.unauthorized(chain)) discard() // the new transport requests a new token
        throw failed(reason(chain), HttpClientFactory.retryability(chain))
    }

  def close(): Unit = current.getAndSet(None).foreach(_.close())

  private def emit(event: SerializedEvent): Unit = {
    val open = transport()
    HttpClientFactory.withKey(event.idempotencyKey)(emit(open, event, ClientTransportAdapter.maxRenames))
  }

  /** The transports for object stores name an object by the event time in milliseconds, and refuse a name that exists.
    * A retry would fail forever and block all later events, so the event time is increased by a millisecond.
    */
  @tailrec
  private def emit(to: Transport, event: SerializedEvent, renames: Int): Unit =
    Deadline.caught(to.emit(event.event, deadline)) match {
      case Success(_) => ()
      case Failure(e) if renames > 0 && ClientTransportAdapter.isNameTaken(e) =>
        emit(to, event.later(1), renames - 1)
      case Failure(e) => throw e
    }

  private def transport(): Transport = current.get.getOrElse {
    val built = build()
    current.set(Some(built))
    built
  }

  private def discard(): Unit = current.getAndSet(None).foreach { late =>
    Deadline.background("headwater-abandon") { Deadline.caught(late.close()); () }
    ()
  }

  private def failed(reason: String, retryability: Retryability): EmissionFailed =
    new EmissionFailed(s"$description: $reason", retryability)

  /** The innermost message, which is the most specific one. */
  private def reason(chain: Vector[Throwable]): String = {
    val text = chain.map {
      case h: HttpTransportResponseException =>
        s"HTTP status ${h.getStatusCode} ${Option(h.getBody).getOrElse("").take(2000)}"
      case x => s"${x.getClass.getSimpleName}: ${Option(x.getMessage).getOrElse("")}"
    }.foldLeft("")((_, last) => last)
    val hint =
      if (chain.exists(_.isInstanceOf[SSLException])) "; see sslContext.trustStorePath and keyStorePath"
      else ""
    credentials(text.replaceAll("\\s+", " ")).take(300) + hint
  }
}

private object ClientTransportAdapter {
  val maxRenames = 1000

  def isNameTaken(e: Throwable): Boolean = Causes.of(e).exists {
    case c: OpenLineageClientException => Option(c.getMessage).exists(_.contains("already exists"))
    case _ => false
  }
}
