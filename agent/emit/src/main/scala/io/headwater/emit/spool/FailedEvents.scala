package io.headwater.emit.spool

import java.time.Duration

import scala.collection.mutable

/** The events that have failed, one for each lane, and whether they or the backend are to blame. An event that fails while
  * the backend accepts events of other runs is to blame: its run waits for growing pauses and the other runs go on. While
  * nothing is accepted, the backend is to blame, and no failure counts. Not thread-safe.
  */
private[spool] final class FailedEvents {
  import FailedEvents._

  private val byLane = mutable.LinkedHashMap.empty[Int, FailedEvent]
  private var notBefore = 0L // the next try of any event that is to blame

  /** The failures of the event that count, if it is to blame. */
  def countedFailures(event: WaitingEvent): Option[Int] =
    byLane.get(event.lane).filter(_.isOf(event)).map(_.counted).orElse(Some(event.failures)).filter(_ > 0)

  def isEmpty: Boolean = byLane.isEmpty

  /** Whether the last try of the event had no answer in time. */
  def timedOut(event: WaitingEvent): Boolean = byLane.get(event.lane).exists(e => e.isOf(event) && e.timedOut)

  /** An event has failed that nobody suspects.
    *
    * @param inARow
    *   how many tries have failed since an event was accepted
    */
  def failed(source: EventSource, event: WaitingEvent, timedOut: Boolean, inARow: Int): Unit = {
    val isSkipped = inARow >= (if (timedOut) triesWithoutAnswer else tries)
    byLane(event.lane) =
      FailedEvent(source, event.position, isSkipped = isSkipped, isUnjudged = true, timedOut = timedOut)
  }

  /** A suspect has failed again.
    *
    * @param took
    *   the milliseconds of the try. Most of the time is for the other runs
    */
  def failedAgain(
      source: EventSource,
      event: WaitingEvent,
      timedOut: Boolean,
      now: Long,
      took: Long
  ): Unit = {
    val before = byLane.get(event.lane).filter(_.isOf(event))
      .getOrElse(FailedEvent(source, event.position, counted = event.failures, all = event.failures))
    val all = before.all + 1
    byLane(event.lane) =
      before.copy(isUnjudged = true, timedOut = timedOut, all = all, notBefore = now + pause(all))
    notBefore = now + math.max(minPause, took * othersShare)
  }

  /** The backend has accepted an event: those that failed meanwhile are to blame.
    *
    * @return
    *   the events that were not suspected before
    */
  def accepted(event: WaitingEvent, now: Long): Int = {
    byLane -= event.lane
    val blamed = byLane.filter(_._2.isUnjudged).toVector
    blamed.foreach { case (lane, failed) =>
      val counted = failed.copy(isUnjudged = false, isSkipped = false, counted = failed.counted + 1)
      // the first retry follows at once, because the backend may have been down
      byLane(lane) = if (failed.counted == 0) counted.copy(all = 1, notBefore = now) else counted
      failed.source.failed(failed.position, failed.counted + 1)
    }
    blamed.count(_._2.counted == 0)
  }

  /** The event is no longer waiting. */
  def forget(event: WaitingEvent): Unit = byLane -= event.lane

  def clear(): Unit = byLane.clear()

  /** Whether the events of a lane have to wait. */
  def mustWait(now: Long)(lane: Int): Boolean = byLane.get(lane).exists { e =>
    e.isSkipped || (e.counted > 0 && (now < e.notBefore || now < notBefore))
  }

  def isSuspected(lane: Int): Boolean = byLane.get(lane).exists(e => e.isSkipped || e.counted > 0)

  /** If all waiting lanes have been tried without success, they are tried again, from the oldest. */
  def tryAll(): Boolean = {
    val skipped = byLane.filter(_._2.isSkipped).toVector
    skipped.foreach { case (lane, event) => byLane(lane) = event.copy(isSkipped = false) }
    skipped.nonEmpty
  }

  /** The milliseconds until the next suspect may be tried. */
  def nextTry(now: Long): Option[Long] = {
    val times = byLane.valuesIterator.filter(_.counted > 0).map(_.notBefore)
    times.reduceOption(math.min(_, _)).map(t => math.max(t, notBefore) - now).filter(_ > 0)
  }
}

private[spool] object FailedEvents {

  /** After this number of counted failures, the next one is the last. */
  val maxCounted = 12

  /** After this number of failures in a row, events of other runs are tried. */
  private val tries = 3
  private val triesWithoutAnswer = 2

  private val minPause = 1000L
  private val maxPause = Duration.ofMinutes(10).toMillis
  private val othersShare = 10

  /** The pause doubles with each failure. */
  private def pause(failures: Int): Long = math.min(maxPause, minPause << math.min(failures - 2, 20))

  /** An event that has failed.
    *
    * @param isSkipped
    *   whether other runs are tried before it
    * @param isUnjudged
    *   whether its last failure is not yet judged
    * @param counted
    *   the failures for which it is to blame
    * @param all
    *   the failures since it is suspected
    */
  private final case class FailedEvent(
      source: EventSource,
      position: SpoolPosition,
      isSkipped: Boolean = false,
      isUnjudged: Boolean = false,
      timedOut: Boolean = false,
      counted: Int = 0,
      all: Int = 0,
      notBefore: Long = 0L
  ) {
    def isOf(event: WaitingEvent): Boolean = position == event.position
  }
}
