package io.headwater.emit.spool

/** A queue of waiting events. All methods are thread-safe; one thread takes the events. */
private[spool] trait EventSource {

  /** The oldest waiting event. */
  def head: Option[WaitingEvent]

  /** Removes an event that was sent, or rejected for good. */
  def done(item: WaitingEvent): Unit

  /** Stores an event that the backend rejects for good, with the reason.
    *
    * @return
    *   false if it could not be stored
    */
  def deadLetter(item: WaitingEvent, reason: String): Boolean

  /** Stops reading. Waiting events stay for a later application; an empty source is removed. */
  def close(): Unit
}

/** A waiting event. `segment` and `end` are its position on disk, if it is on disk. */
private[spool] final case class WaitingEvent(line: String, segment: Int, end: Int)
