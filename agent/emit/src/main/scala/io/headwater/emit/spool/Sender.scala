package io.headwater.emit.spool

import java.util.concurrent.atomic.AtomicLong

import scala.util.{Failure, Success}

import io.headwater.emit.event.SerializedEvent
import io.headwater.emit.transport.{EmissionFailed, EventTransport, Retryability}
import io.headwater.util.Deadline

/** Decides what is sent next, and when: one event at a time, this application's first, then those that others have
  * left, each source in its order. Knows no thread and no clock; `step` is called again and again by one thread.
  */
private[spool] final class Sender(
    own: Backlog,
    orphans: () => Iterator[EventSource],
    carrier: EventTransport,
    backoff: Backoff,
    say: String => Unit
) {
  import Sender._

  private val sentCount = new AtomicLong
  private val recoveredCount = new AtomicLong
  private val deadCount = new AtomicLong
  @volatile private var failed = 0 // these belong to the calling thread, but for `failures`
  private var notBefore = 0L
  private var asked = false
  private var others = Option.empty[Iterator[EventSource]]
  private var adopted = Option.empty[EventSource]
  private var parsed = Option.empty[(WaitingEvent, SerializedEvent)]

  /** How often in a row the backend has not answered well. */
  def failures: Int = failed
  def sent: Long = sentCount.get

  /** Events that others had left. */
  def recovered: Long = recoveredCount.get
  def dead: Long = deadCount.get

  /** `now` in milliseconds, read anew when it is needed: a backend rests from its answer on. With
    * `last` the application is at its end: what others have left is not begun.
    */
  def step(now: => Long, last: Boolean = false): Next =
    if (now < notBefore) Rest(math.max(1L, notBefore - now))
    else
      own.head.map(own -> _).orElse(if (last) None else foreign) match {
        case Some((source, item)) => deliver(source, item, now)
        case None => Idle
      }

  /** Tries again at once, unless the backend has said when. */
  def hurry(): Unit = if (!asked) notBefore = 0L

  def close(): Unit = adopted.foreach(_.close())

  private def deliver(source: EventSource, item: WaitingEvent, now: => Long): Next = {
    val outcome = Deadline.caught {
      val event = parsed.collect { case (`item`, e) => e }.getOrElse(SerializedEvent.read(item.line))
      parsed = Some(item -> event)
      carrier.carry(event)
    }
    outcome match {
      case Success(_) =>
        (if (source eq own) sentCount else recoveredCount).incrementAndGet()
        next(source, item)
      case Failure(e) if retryability(e) == Retryability.Permanent =>
        val count = deadCount.incrementAndGet()
        val kept = source.bury(item, Option(e.getMessage).getOrElse(e.toString))
        val where = if (kept) s"is in ${DeadLetter.file}" else "cannot be kept"
        say(s"an event was refused and $where ($count so far): ${e.getMessage}")
        next(source, item)
      case Failure(e) =>
        failed += 1
        asked =
          retryability(e) match {
            case Retryability.Retry(after) => after.isDefined; case Retryability.Permanent => false
          }
        val rest = backoff.millis(failed, retryability(e))
        notBefore = now + rest
        say(s"could not send an event and tries again: ${e.getMessage}")
        Rest(rest)
    }
  }

  private def next(source: EventSource, item: WaitingEvent): Next = {
    source.done(item)
    parsed = None
    failed = 0
    asked = false
    Went
  }

  /** An event that cannot even be read will not be better later. */
  private def retryability(e: Throwable): Retryability = e match {
    case failed: EmissionFailed => failed.retryability
    case _: com.fasterxml.jackson.core.JsonProcessingException => Retryability.Permanent
    case _ => Retryability.Retry()
  }

  private def foreign: Option[(EventSource, WaitingEvent)] = {
    val all = others.getOrElse(orphans())
    others = Some(all)
    Iterator.continually {
      val found = adopted.orElse(if (all.hasNext) Some(all.next()) else None)
      adopted = found.filter { source =>
        val more = source.head.isDefined
        if (!more) source.close()
        more
      }
      (found, adopted)
    }.collectFirst {
      case (None, _) => None
      case (_, Some(source)) => source.head.map(source -> _)
    }.flatten
  }
}

private[spool] object Sender {

  /** What to do after a step: go on; wait so many milliseconds; wait for an event. */
  sealed trait Next
  case object Went extends Next
  final case class Rest(millis: Long) extends Next
  case object Idle extends Next
}
