package io.headwater.shell.pipeline

import scala.annotation.tailrec
import scala.collection.mutable
import scala.util.{Failure, Success}

import io.headwater.model.RunEvent
import io.headwater.shell.extensions.python.Reviewed
import io.headwater.shell.extensions.python.Reviewed.{Dropped, Kept, Refused, Waiting}
import io.headwater.util.Attempts

/** Sends events that have been reviewed. While an extension is away without which no event may be sent, events wait in
  * memory, in their order. What still waits at the end, or what no longer fits, is set aside. Used on the worker thread
  * only.
  *
  * @param review may rename or drop datasets, or drop the event
  * @param now milliseconds of a monotonic clock
  */
final class HeldEvents(review: RunEvent => Reviewed, sender: EventSender, now: () => Long) {
  import HeldEvents._
  private val waiting = mutable.Queue.empty[(RunEvent, Long)] // with their weights
  private var bytes = 0L
  private var reason = ""
  private var retryAt = 0L

  /** @throws java.lang.Throwable
    *   this event cannot be sent
    */
  def send(event: RunEvent): Unit = {
    if (waiting.nonEmpty && now() >= retryAt) retry()
    if (waiting.nonEmpty || !sent(event)) hold(event)
  }

  /** Tries once more, and sets aside what still waits. */
  def close(): Unit = {
    retry()
    while (waiting.nonEmpty) sender.setAside(dequeue(), reason)
  }

  private def hold(event: RunEvent): Unit = {
    if (waiting.isEmpty) sender.waits(reason)
    val weight = EventWeight.of(event)
    waiting.enqueue(event -> weight)
    bytes += weight
    while (waiting.nonEmpty && (waiting.size > maxEvents || bytes > maxBytes))
      sender.setAside(dequeue(), reason)
  }

  private def dequeue(): RunEvent = {
    val (event, weight) = waiting.dequeue()
    bytes -= weight
    event
  }

  /** Sends what has waited, until an event has to wait again. One that cannot be sent is lost; the next ones are tried. */
  @tailrec private def retry(): Unit =
    if (waiting.nonEmpty) Attempts.caught(sent(waiting.head._1)) match {
      case Success(false) => ()
      case Success(true) =>
        dequeue()
        retry()
      case Failure(cause) =>
        sender.lost(dequeue(), cause)
        retry()
    }

  /** False if the event has to wait. */
  private def sent(event: RunEvent): Boolean = review(event) match {
    case Kept(reviewed) =>
      sender.send(reviewed)
      true
    case Dropped =>
      sender.dropped(event)
      true
    case Refused(refused, why) =>
      sender.setAside(refused, why)
      true
    case Waiting(why) =>
      reason = why
      retryAt = now() + retryMillis
      false
  }
}

private object HeldEvents {
  val maxEvents = 1000
  val maxBytes: Long = 64L << 20
  val retryMillis = 1000L
}
