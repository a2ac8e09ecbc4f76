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

/** One of openlineage-java's transports, or one that it found, each event under a total deadline. Its own time-outs
  * are for a single read: a server that drips would hold it for ever. A transport that is late is closed, off the
  * caller's thread, and built anew for the next event.
  */
private[transport] final class ClientTransportAdapter(
    val description: String,
    override val identity: String,
    override val local: Boolean,
    build: () => Transport,
    first: Transport,
    deadline: Duration,
    secrets: CredentialRedactor
) extends EventTransport {
  private val current = new AtomicReference[Option[Transport]](Some(first))

  def carry(event: SerializedEvent): Unit =
    Deadline.within("headwater-emit", deadline)(send(event)) match {
      case Success(_) => ()
      case Failure(e) if Deadline.isTimeout(e) =>
        abandon()
        throw failed(s"no answer within ${deadline.toMillis} ms", Retryability.Retry())
      case Failure(e: EmissionFailed) => throw failed(secrets(e.getMessage), e.retryability)
      case Failure(e) =>
        val chain = Causes.of(e)
        if (HttpClientFactory.unauthorized(chain)) abandon() // a provider of tokens begins anew
        throw failed(reason(chain), HttpClientFactory.retryability(chain))
    }

  def close(): Unit = current.getAndSet(None).foreach(_.close())

  private def send(event: SerializedEvent): Unit = {
    val to = transport()
    HttpClientFactory.withKey(event.idempotencyKey)(emit(to, event, ClientTransportAdapter.mostNames))
  }

  /** Those for object stores name an object by the event's millisecond, and take none under a name that is there: such
    * an event, tried for ever, would hold up all that follow. It is told a millisecond later.
    */
  @tailrec
  private def emit(to: Transport, event: SerializedEvent, names: Int): Unit =
    Deadline.caught(to.emit(event.event, deadline)) match {
      case Success(_) => ()
      case Failure(e) if names > 0 && ClientTransportAdapter.taken(e) => emit(to, event.later(1), names - 1)
      case Failure(e) => throw e
    }

  private def transport(): Transport = current.get.getOrElse {
    val built = build()
    current.set(Some(built))
    built
  }

  private def abandon(): Unit = current.getAndSet(None).foreach { late =>
    Deadline.background("headwater-abandon") { Deadline.caught(late.close()); () }
    ()
  }

  private def failed(why: String, retryability: Retryability): EmissionFailed =
    new EmissionFailed(s"$description: $why", retryability)

  /** The innermost message: what the client wraps around it says less. */
  private def reason(chain: Vector[Throwable]): String = {
    val text = chain.map {
      case h: HttpTransportResponseException =>
        s"HTTP status ${h.getStatusCode} ${Option(h.getBody).getOrElse("").take(2000)}"
      case x => s"${x.getClass.getSimpleName}: ${Option(x.getMessage).getOrElse("")}"
    }.foldLeft("")((_, last) => last)
    val hint =
      if (chain.exists(_.isInstanceOf[SSLException])) "; see sslContext.trustStorePath and keyStorePath"
      else ""
    secrets(text.replaceAll("\\s+", " ")).take(300) + hint
  }
}

private object ClientTransportAdapter {
  val mostNames = 1000

  def taken(e: Throwable): Boolean = Causes.of(e).exists {
    case c: OpenLineageClientException => Option(c.getMessage).exists(_.contains("already exists"))
    case _ => false
  }
}
