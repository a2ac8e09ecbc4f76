package io.headwater.emit.spool

import java.util.concurrent.atomic.AtomicLong

import io.headwater.emit.event.SerializedEvent

/** Keeps the events of an application that must not be sent, as dead letters in a directory of the spool. */
private[emit] final class DeadLetters(application: String, settings: SpoolSettings, warn: String => Unit) {
  import DeadLetters._

  private val added = new AtomicLong
  private lazy val directory: Option[SpoolDirectory] = // made with the first event
    if (settings.mode == SpoolMode.Off) None
    else
      new Spool(settings, () => System.currentTimeMillis, warn)
        .create(SegmentHeader(application, destination, Vector.empty)) match {
        case Right(created) => Some(created)
        case Left(reason) =>
          warn(s"cannot keep events that are not sent: $reason")
          None
      }

  /** How many events are kept. Any thread may read it. */
  def count: Long = added.get

  /** @return
    *   whether the event is on disk
    */
  def add(event: SerializedEvent, reason: String): Boolean = {
    val waiting = WaitingEvent(event.line, SpoolPosition(0, 0), WaitingEvent.lane(event.runId))
    val kept = directory.exists(_.deadLetter(waiting, reason))
    if (kept) added.incrementAndGet()
    kept
  }

  def close(): Unit = if (count > 0) directory.foreach(_.close())
}

private object DeadLetters {

  /** No transport has this identity, so that none takes the directory over. */
  val destination = "none"
}
