package io.headwater.emit.spool

import java.time.Duration

import scala.collection.mutable

/** The events that have failed, at most one of each lane ([[WaitingEvent.lane]]). An event that fails while the backend
  * accepts events of other runs is suspected: its failures count, its run waits for growing pauses, and the other runs go
  * on. While the backend accepts nothing, it is taken to be down, and no failure counts. Not thread-safe.
  */
private[spool] final class FailedEvents {
  import FailedEvents._

  private val byLane = mutable.LinkedHashMap.empty[Int, FailedEvent]
  private var notBefore = 0L // the next try of any suspected event

  /** The failures of the event that count, if it is suspected. */
  def countedFailures(event: WaitingEvent): Option[Int] =
    byLane.get(event.lane).filter(_.isOf(event)).map(_.counted).orElse(Some(event.failures)).filter(_ > 0)

  def isEmpty: Boolean = byLane.isEmpty

  /** Whether the last try of the event had no answer in time. */
  def timedOut(event: WaitingEvent): Boolean = byLane.get(event.lane).exists(e => e.isOf(event) && e.timedOut)

  /** An event has failed that is not suspected.
    *
    * @param inARow
    *   how many tries have failed since an event was accepted
    */
  def failed(source: EventSource, event: WaitingEvent, timedOut: Boolean, inARow: Int): Unit = {
    val isSkipped = inARow >= (if (timedOut) triesWithoutAnswer else tries)
    byLane(event.lane) =
      FailedEvent(source, event.position, isSkipped = isSkipped, isUncounted = true, timedOut = timedOut)
  }

  /** A suspected event has failed again.
    *
    * @param took
    *   the milliseconds of the try. The pause after it is longer, so that the other runs have most of the time
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
      before.copy(isUncounted = true, timedOut = timedOut, all = all, notBefore = now + pause(all))
    notBefore = now + math.max(minPause, took * pauseFactor)
  }

  /** The backend has accepted an event: one failure of each event that failed meanwhile counts, and it is suspected.
    *
    * @return
    *   the number of events that were not suspected before
    */
  def accepted(event: WaitingEvent, now: Long): Int = {
    byLane -= event.lane
    val suspected = byLane.filter(_._2.isUncounted).toVector
    suspected.foreach { case (lane, failed) =>
      val counted = failed.copy(isUncounted = false, isSkipped = false, counted = failed.counted + 1)
      // the first retry follows at once, because the backend may have been down
      byLane(lane) = if (failed.counted == 0) counted.copy(all = 1, notBefore = now) else counted
      failed.source.failed(failed.position, failed.counted + 1)
    }
    suspected.count(_._2.counted == 0)
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

  /** The milliseconds until the next suspected event may be tried. */
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

  /** The pause after a failed try of a suspected event, in multiples of the time that the try took. */
  private val pauseFactor = 10

  /** The pause doubles with each failure. */
  private def pause(failures: Int): Long = math.min(maxPause, minPause << math.min(failures - 2, 20))

  /** An event that has failed.
    *
    * @param isSkipped
    *   whether other runs are tried before it
    * @param isUncounted
    *   whether its last failure counts as soon as another event is accepted
    * @param counted
    *   its failures while others were accepted
    * @param all
    *   the failures since it is suspected
    */
  private final case class FailedEvent(
      source: EventSource,
      position: SpoolPosition,
      isSkipped: Boolean = false,
      isUncounted: Boolean = false,
      timedOut: Boolean = false,
      counted: Int = 0,
      all: Int = 0,
      notBefore: Long = 0L
  ) {
    def isOf(event: WaitingEvent): Boolean = position == event.position
  }
}
