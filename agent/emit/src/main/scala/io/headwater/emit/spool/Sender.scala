package io.headwater.emit.spool

import java.util.concurrent.atomic.AtomicLong

import scala.annotation.tailrec
import scala.util.{Failure, Success}

import io.headwater.emit.event.SerializedEvent
import io.headwater.emit.transport.{EmissionException, EventTransport, Retryability}
import io.headwater.util.Attempts

/** Sends waiting events: first those of this application, then those that dead applications have left, each source in its
  * order. Events are sent one at a time, or several at once if the transport takes them and none has failed. An event
  * that fails while others are accepted is passed over with the later events of its run, and is a dead letter after
  * [[FailedEvents.maxCounted]] such failures. It has no thread and no clock: one thread calls `step` repeatedly.
  *
  * @param own
  *   the events of this application
  * @param orphans
  *   the events of dead applications for the same destination
  * @param redact
  *   removes the secrets from the reason of a failure: the text of a transport in Python is a user's
  */
private[spool] final class Sender(
    own: Backlog,
    orphans: () => Iterator[EventSource],
    transport: EventTransport,
    backoff: Backoff,
    redact: String => String,
    warn: String => Unit
) {
  import Sender._

  private val sentCount = new AtomicLong
  private val recoveredCount = new AtomicLong
  private val deadCount = new AtomicLong
  @volatile private var failed = 0 // read by other threads; the rest is used by the calling thread only
  private var notBefore = 0L
  private var delayRequested = false
  private val failedEvents = new FailedEvents
  private val orphaned = new OrphanedSpools(orphans)
  private var parsed = Option.empty[(WaitingEvent, SerializedEvent)]
  private var oneByOne = 0 // events that were refused together, and are sent one at a time

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
  def step(now: => Long, closing: Boolean = false): Step =
    if (now < notBefore) Wait(math.max(1L, notBefore - now))
    else
      choose(now, closing) match {
        case Some((source, event)) =>
          val together = batch(source)
          if (together.size > 1) deliverAll(source, together, now) else deliver(source, event, now)
        case None if closing => Empty // suspected events stay on disk
        case None =>
          failedEvents.nextTry(now) match {
            case Some(millis) => Wait(millis)
            case None => failedEvents.clear(); Empty
          }
      }

  @tailrec private def choose(now: Long, closing: Boolean): Option[(EventSource, WaitingEvent)] = {
    // at the end of the application, events that are not suspected come first
    val unsuspected = if (closing) own.next(failedEvents.isSuspected) else None
    val found = unsuspected.orElse(own.next(failedEvents.mustWait(now))).map(own -> _)
      .orElse(if (closing) None else orphaned.next(failedEvents.mustWait(now)))
    if (found.isEmpty && failedEvents.tryAll()) choose(now, closing) else found
  }

  /** Makes the next `step` retry at once, unless the backend has asked for a delay. */
  def skipBackoff(): Unit = if (!delayRequested) notBefore = 0L

  def close(): Unit = orphaned.close()

  /** The events that are sent at once, beginning with the next one. */
  private def batch(source: EventSource): Vector[WaitingEvent] =
    if (transport.maxBatch > 1 && oneByOne == 0 && failedEvents.isEmpty)
      source.nextAll(transport.maxBatch, _ => false)
    else Vector.empty

  private def deliverAll(source: EventSource, events: Vector[WaitingEvent], now: => Long): Step =
    Attempts.caught(transport.sendAll(events.map(e => SerializedEvent.read(e.line)))) match {
      case Success(_) =>
        (if (source eq own) sentCount else recoveredCount).addAndGet(events.size.toLong)
        events.foreach(acknowledge(source, _))
        Handled
      case Failure(e) =>
        retryability(e) match {
          case unavailable: Retryability.Unavailable => pause(source, events.head, e, unavailable, now)
          case _ =>
            oneByOne = events.size
            Handled
        }
    }

  private def deliver(source: EventSource, event: WaitingEvent, now: => Long): Step = {
    val start = now
    val outcome = Attempts.caught(send(event))
    outcome match {
      case Success(_) =>
        (if (source eq own) sentCount else recoveredCount).incrementAndGet()
        val suspected = failedEvents.accepted(event, now)
        if (suspected > 0)
          warn(
            s"passes over $suspected events that the backend does not accept while it accepts others, and tries them again later"
          )
        acknowledge(source, event)
      case Failure(e) =>
        (retryability(e), failedEvents.countedFailures(event)) match {
          case (Retryability.Permanent, _) =>
            deadLetter(source, event, s"${e.getMessage}")
          case (_: Retryability.Retry, Some(times)) if times >= FailedEvents.maxCounted =>
            deadLetter(source, event, s"failed $times times while others were accepted: ${e.getMessage}")
          case (Retryability.Retry(timedOut), Some(_)) =>
            failedEvents.failedAgain(source, event, timedOut, now, now - start)
            Handled
          case (other, _) => pause(source, event, e, other, now)
        }
    }
  }

  private def send(event: WaitingEvent): Unit = {
    val read = parsed.collect { case (`event`, e) => e }.getOrElse(SerializedEvent.read(event.line))
    parsed = Some(event -> read)
    if (failedEvents.timedOut(event)) transport.sendAgain(read) else transport.send(read)
  }

  private def deadLetter(source: EventSource, event: WaitingEvent, reason: String): Step = {
    val count = deadCount.incrementAndGet()
    val kept = source.deadLetter(event, redact(reason))
    val where = if (kept) s"is in ${DeadLetter.file}" else "could not be stored"
    warn(s"could not deliver an event: the backend rejected it; it $where ($count so far): $reason")
    failedEvents.forget(event)
    acknowledge(source, event)
  }

  /** Nothing is sent for a while: the backend may be down. */
  private def pause(
      source: EventSource,
      event: WaitingEvent,
      failure: Throwable,
      retryability: Retryability,
      now: Long
  ): Step = {
    failed += 1
    delayRequested = false
    retryability match {
      case Retryability.Retry(timedOut) => failedEvents.failed(source, event, timedOut, failed)
      case Retryability.Unavailable(after) => delayRequested = after.isDefined
      case Retryability.Permanent => ()
    }
    val delay = backoff.millis(failed, retryability)
    notBefore = now + delay
    warn(s"could not send an event and will retry: ${failure.getMessage}")
    Wait(delay)
  }

  private def acknowledge(source: EventSource, event: WaitingEvent): Step = {
    source.done(event.position)
    parsed = None
    oneByOne = math.max(0, oneByOne - 1)
    failed = 0
    delayRequested = false
    Handled
  }

  /** An event that cannot be parsed is never retried. */
  private def retryability(e: Throwable): Retryability = e match {
    case failed: EmissionException => failed.retryability
    case _: com.fasterxml.jackson.core.JsonProcessingException => Retryability.Permanent
    case _ => Retryability.Retry()
  }
}

private[spool] object Sender {

  /** The result of a step. */
  sealed trait Step

  /** An event was handled; the next one may follow at once. */
  case object Handled extends Step

  /** The backend needs a pause. */
  final case class Wait(millis: Long) extends Step

  /** No event is waiting. */
  case object Empty extends Step
}
