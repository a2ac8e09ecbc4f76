package io.headwater.emit.spool

/** A queue of waiting events. All methods are thread-safe; one thread takes the events. */
private[spool] trait EventSource {

  /** The oldest waiting event of a lane that is not held back.
    *
    * @param held
    *   whether the events of a lane have to wait
    */
  def next(held: Int => Boolean): Option[WaitingEvent]

  /** The oldest waiting events of lanes that are not held back, in their order; at most `max`, and no more than
    * [[EventSource.maxBatchChars]] characters beyond the first one.
    */
  def nextAll(max: Int, held: Int => Boolean): Vector[WaitingEvent] = next(held).toVector

  def isEmpty: Boolean

  /** Removes an event that was sent, or rejected for good. */
  def done(event: SpoolPosition): Unit

  /** Records how often an event has failed while the backend has accepted others. */
  def failed(event: SpoolPosition, times: Int): Unit

  /** Stores an event that the backend rejects for good, with the reason.
    *
    * @return
    *   false if it could not be stored
    */
  def deadLetter(item: WaitingEvent, reason: String): Boolean

  /** Stops reading. Waiting events stay for a later application; an empty source is removed. */
  def close(): Unit
}

private[spool] object EventSource {
  val maxBatchChars: Int = 1 << 20

  /** The first events, until they have too many characters. */
  def bounded(events: Iterator[WaitingEvent]): Vector[WaitingEvent] = {
    var chars = 0
    events.takeWhile { event =>
      val fits = chars == 0 || chars + event.line.length <= maxBatchChars
      chars += event.line.length
      fits
    }.toVector
  }
}

/** Where an event waits: a segment and the end of the event in it; in memory, a number. */
private[spool] final case class SpoolPosition(segment: Int, end: Int)

/** A waiting event.
  *
  * @param lane
  *   the same number for all events of a run, which are sent in their order. Two runs may have the same number; then they
  *   wait for each other
  * @param failures
  *   how often it has failed while the backend has accepted others
  */
private[spool] final case class WaitingEvent(
    line: String,
    position: SpoolPosition,
    lane: Int,
    failures: Int = 0
)

private[spool] object WaitingEvent {
  def lane(runId: String): Int = runId.hashCode
}
