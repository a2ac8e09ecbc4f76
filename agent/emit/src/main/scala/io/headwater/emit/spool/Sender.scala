package io.headwater.emit.spool

import java.util.concurrent.atomic.AtomicLong

import scala.util.{Failure, Success}

import io.headwater.emit.event.SerializedEvent
import io.headwater.emit.transport.{EmissionFailed, EventTransport, Retryability}
import io.headwater.util.Deadline

/** Sends waiting events one at a time: first those of this application, then those that dead applications have left,
  * each source in its order. It has no thread and no clock of its own: one thread calls `step` repeatedly.
  *
  * @param own
  *   the events of this application
  * @param orphans
  *   the events of dead applications for the same destination
  */
private[spool] final class Sender(
    own: Backlog,
    orphans: () => Iterator[EventSource],
    transport: EventTransport,
    backoff: Backoff,
    warn: String => Unit
) {
  import Sender._

  private val sentCount = new AtomicLong
  private val recoveredCount = new AtomicLong
  private val deadCount = new AtomicLong
  @volatile private var failed = 0 // read by other threads; the rest is used by the calling thread only
  private var notBefore = 0L
  private var delayRequested = false
  private var remaining = Option.empty[Iterator[EventSource]]
  private var adopted = Option.empty[EventSource]
  private var parsed = Option.empty[(WaitingEvent, SerializedEvent)]

  /** The number of failures in a row. */
  def failures: Int = failed
  def sent: Long = sentCount.get

  /** The number of sent events of dead applications. */
  def recovered: Long = recoveredCount.get
  def dead: Long = deadCount.get

  /** Sends at most one event.
    *
    * @param now
    *   the time in milliseconds; evaluated again after the response, because the backoff begins then
    * @param closing
    *   whether the application ends; then the events of dead applications are not sent
    */
  def step(now: => Long, closing: Boolean = false): Next =
    if (now < notBefore) Wait(math.max(1L, notBefore - now))
    else
      own.head.map(own -> _).orElse(if (closing) None else nextOrphan) match {
        case Some((source, item)) => deliver(source, item, now)
        case None => Empty
      }

  /** Makes the next `step` retry at once, unless the backend has asked for a delay. */
  def skipBackoff(): Unit = if (!delayRequested) notBefore = 0L

  def close(): Unit = adopted.foreach(_.close())

  private def deliver(source: EventSource, item: WaitingEvent, now: => Long): Next = {
    val outcome = Deadline.caught {
      val event = parsed.collect { case (`item`, e) => e }.getOrElse(SerializedEvent.read(item.line))
      parsed = Some(item -> event)
      transport.send(event)
    }
    outcome match {
      case Success(_) =>
        (if (source eq own) sentCount else recoveredCount).incrementAndGet()
        next(source, item)
      case Failure(e) if retryability(e) == Retryability.Permanent =>
        val count = deadCount.incrementAndGet()
        val kept = source.deadLetter(item, Option(e.getMessage).getOrElse(e.toString))
        val where = if (kept) s"is in ${DeadLetter.file}" else "could not be stored"
        warn(
          s"could not deliver an event: the backend rejected it; it $where ($count so far): ${e.getMessage}"
        )
        next(source, item)
      case Failure(e) =>
        failed += 1
        delayRequested =
          retryability(e) match {
            case Retryability.Retry(after) => after.isDefined; case Retryability.Permanent => false
          }
        val delay = backoff.millis(failed, retryability(e))
        notBefore = now + delay
        warn(s"could not send an event and will retry: ${e.getMessage}")
        Wait(delay)
    }
  }

  private def next(source: EventSource, item: WaitingEvent): Next = {
    source.done(item)
    parsed = None
    failed = 0
    delayRequested = false
    Sent
  }

  /** An event that cannot be parsed is never retried. */
  private def retryability(e: Throwable): Retryability = e match {
    case failed: EmissionFailed => failed.retryability
    case _: com.fasterxml.jackson.core.JsonProcessingException => Retryability.Permanent
    case _ => Retryability.Retry()
  }

  private def nextOrphan: Option[(EventSource, WaitingEvent)] = {
    val all = remaining.getOrElse(orphans())
    remaining = Some(all)
    Iterator.continually {
      val source = adopted.orElse(if (all.hasNext) Some(all.next()) else None)
      adopted = source.filter { s =>
        val hasEvents = s.head.isDefined
        if (!hasEvents) s.close()
        hasEvents
      }
      (source, adopted)
    }.collectFirst {
      case (None, _) => None
      case (_, Some(source)) => source.head.map(source -> _)
    }.flatten
  }
}

private[spool] object Sender {

  /** The result of a step. */
  sealed trait Next

  /** An event was handled; the next one may follow at once. */
  case object Sent extends Next

  /** The backend needs a pause. */
  final case class Wait(millis: Long) extends Next

  /** No event is waiting. */
  case object Empty extends Next
}
