package io.headwater.emit.spool

import java.io.IOException

import scala.collection.mutable

import io.headwater.emit.event.SerializedEvent

/** What this application has still to send: on disk as long as that can be written, then in memory, bounded. What is on
  * disk was there first and is sent first.
  */
private[spool] final class Backlog(disk: Option[SpoolDirectory], say: String => Unit) extends EventSource {
  private val memory = mutable.Queue.empty[String] // these are guarded by `memory`
  private var size = 0L
  private var lost = 0L
  @volatile private var broken = disk.isEmpty // set once, by the thread that adds

  def add(event: SerializedEvent): Unit =
    if (broken) remember(event.line)
    else
      try disk.foreach(_.append(event))
      catch {
        case e: IOException =>
          broken = true
          say(
            s"cannot write the spool any more, events wait in memory (${e.getClass.getSimpleName}: ${e.getMessage})"
          )
          remember(event.line)
      }

  /** Whether all that waits outlives the process. */
  def durable: Boolean = memory.synchronized(memory.isEmpty) && !broken

  def head: Option[WaitingEvent] =
    disk.flatMap(_.head).orElse(memory.synchronized(memory.headOption.map(WaitingEvent(
      _,
      Backlog.inMemory,
      0
    ))))

  def done(item: WaitingEvent): Unit =
    if (item.segment != Backlog.inMemory) disk.foreach(_.done(item))
    else memory.synchronized(if (memory.headOption.exists(_ eq item.line)) { forget(); () })

  def bury(item: WaitingEvent, reason: String): Boolean = disk.exists(_.bury(item, reason))

  def waiting: Long = disk.fold(0L)(_.waiting.toLong) + memory.synchronized(memory.size.toLong)
  def dropped: Long = disk.fold(0L)(_.dropped) + memory.synchronized(lost)

  /** What waits in memory is lost. */
  def close(): Unit = {
    memory.synchronized { lost += memory.size; memory.clear() }
    disk.foreach(_.close())
  }

  private def remember(line: String): Unit = memory.synchronized {
    memory.enqueue(line)
    size += line.length
    while (memory.size > 1 && (size > Backlog.mostChars || memory.size > Backlog.mostEvents)) {
      forget()
      lost += 1
    }
  }

  private def forget(): Unit = size -= memory.dequeue().length
}

private[spool] object Backlog {
  private val inMemory = -1
  private val mostEvents = 10000
  private val mostChars = 32L << 20
}
