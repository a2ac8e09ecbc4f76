package io.headwater.emit.spool

/** Events that wait, in order. All methods may be called by any thread; events are taken by one. */
private[spool] trait EventSource {

  /** The oldest that waits. */
  def head: Option[WaitingEvent]

  /** It is done with: sent, or refused for good. */
  def done(item: WaitingEvent): Unit

  /** Keeps an event that no backend will take, and why; false where there is no place for it. */
  def bury(item: WaitingEvent, reason: String): Boolean

  /** No more of this source: what waits stays for another time; a source in which nothing waits leaves no trace. */
  def close(): Unit
}

/** One event that waits; `segment` and `end` say where, for those on disk. */
private[spool] final case class WaitingEvent(line: String, segment: Int, end: Int)
