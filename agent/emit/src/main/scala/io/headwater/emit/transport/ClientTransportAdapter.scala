package io.headwater.emit.transport

import java.net.SocketTimeoutException
import java.time.Duration
import java.util.concurrent.atomic.{AtomicBoolean, AtomicReference}
import javax.net.ssl.SSLException

import scala.util.{Failure, Success}

import io.headwater.emit.event.SerializedEvent
import io.headwater.emit.transport.config.CredentialRedactor
import io.headwater.util.{Causes, ClassNames, Deadline, DeadlineThreads}
import io.openlineage.client.transports.HttpTransportResponseException

/** Sends through an [[EventClient]]. Each event has a total deadline: the timeouts of the client itself are for a single
  * read, so that a server that sends single bytes would block it forever. A client that misses the deadline is closed on
  * another thread and built again for the next event.
  *
  * An event that had no answer in time is sent again with a longer deadline. If a backend needs that longer time, the
  * next events have it at once.
  *
  * @param formerIdentity
  *   the identity in spools that were written before tenants were told apart
  * @param build
  *   builds the client again
  * @param first
  *   the client for the first events
  */
private[transport] final class ClientTransportAdapter(
    val description: String,
    override val identity: String,
    formerIdentity: String,
    override val isLocal: Boolean,
    build: () => EventClient,
    first: EventClient,
    deadline: Duration,
    credentials: CredentialRedactor
) extends EventTransport {
  import ClientTransportAdapter._

  private val current = new AtomicReference[Option[EventClient]](Some(first))
  private val threads = new DeadlineThreads("headwater-emit")
  private val isSlow = new AtomicBoolean // whether the last answer came after the deadline

  override def delivers(to: String): Boolean = to == identity || to == formerIdentity

  def send(event: SerializedEvent): Unit = send(event, if (isSlow.get) longer(deadline) else deadline)
  override def sendAgain(event: SerializedEvent): Unit = send(event, longer(deadline))

  def close(): Unit = {
    current.getAndSet(None).foreach(_.close())
    threads.close()
  }

  private def send(event: SerializedEvent, within: Duration): Unit = {
    val start = System.nanoTime
    val outcome = threads.within(within)(client().send(event, within))
    isSlow.set(outcome.isSuccess && System.nanoTime - start > deadline.toNanos)
    outcome match {
      case Success(_) => ()
      case Failure(e) if Deadline.isTimeout(e) =>
        discard()
        throw failed(noAnswer(within), Retryability.Retry(timedOut = true))
      case Failure(e: EmissionException) => throw failed(credentials(e.getMessage), e.retryability)
      case Failure(e) =>
        val chain = Causes.of(e)
        if (HttpFailures.isUnauthorized(chain)) discard() // the new client requests a new token
        val retryability = HttpFailures.retryability(chain)
        val isLate =
          chain.exists(_.isInstanceOf[SocketTimeoutException]) && retryability == Retryability.Retry(true)
        throw failed(if (isLate) noAnswer(within) else reason(chain), retryability)
    }
  }

  private def noAnswer(within: Duration): String = s"no answer within ${within.toMillis} ms"

  private def client(): EventClient = current.get.getOrElse {
    val built = build()
    current.set(Some(built))
    built
  }

  private def discard(): Unit = current.getAndSet(None).foreach { late =>
    Deadline.background("headwater-abandon")(late.close())
    ()
  }

  private def failed(reason: String, retryability: Retryability): EmissionException =
    new EmissionException(s"$description: $reason", retryability)

  /** The innermost message, which is the most specific one. */
  private def reason(chain: Vector[Throwable]): String = {
    val text = chain.map {
      case h: HttpTransportResponseException =>
        s"HTTP status ${h.getStatusCode} ${Option(h.getBody).getOrElse("").take(2000)}"
      case x => s"${ClassNames.simple(x)}: ${Option(x.getMessage).getOrElse("")}"
    }.lastOption.getOrElse("")
    val hint =
      if (chain.exists(_.isInstanceOf[SSLException])) "; see sslContext.trustStorePath and keyStorePath"
      else if (chain.exists(UnknownProducer.isCause)) UnknownProducer.fix
      else ""
    credentials(text.replaceAll("\\s+", " ")).take(300) + hint
  }
}

private object ClientTransportAdapter {

  /** A backend that has not answered by then is not waited for. */
  private val maxDeadline = Duration.ofSeconds(60)

  private val longerBy = 6

  def longer(deadline: Duration): Duration = {
    val bounded = Vector(deadline.multipliedBy(longerBy.toLong), maxDeadline).minBy(_.toMillis)
    if (bounded.compareTo(deadline) < 0) deadline else bounded
  }
}
