package io.headwater.emit.spool

import java.io.IOException

import scala.collection.mutable

import io.headwater.emit.event.SerializedEvent
import io.headwater.util.ClassNames

/** The events that this application has still to send. They are on disk as long as the disk can be written, and after
  * that in bounded memory. The events on disk are older and are sent first.
  */
private[spool] final class Backlog(disk: Option[SpoolDirectory], warn: String => Unit) extends EventSource {
  private val memory = mutable.Queue.empty[WaitingEvent] // this and the next three are guarded by `memory`
  private var added = 0
  private var chars = 0L
  private var lost = 0L
  @volatile private var diskFailed = disk.isEmpty // set once, by the thread that adds

  def add(event: SerializedEvent): Unit =
    if (diskFailed) addToMemory(event)
    else
      try disk.foreach(_.append(event))
      catch {
        case e: IOException =>
          diskFailed = true
          warn(
            s"cannot write the spool any more; events wait in memory (${ClassNames.simple(e)}: ${e.getMessage}). " +
              "Make room in spark.openlineage.spool.dir, and let nothing delete its files"
          )
          addToMemory(event)
      }

  /** Whether all waiting events survive the end of the process. */
  def isDurable: Boolean = memory.synchronized(memory.isEmpty) && !diskFailed

  def next(held: Int => Boolean): Option[WaitingEvent] =
    disk.flatMap(_.next(held)).orElse(memory.synchronized(memory.find(e => !held(e.lane))))

  override def nextAll(max: Int, held: Int => Boolean): Vector[WaitingEvent] =
    disk.map(_.nextAll(max, held)).filter(_.nonEmpty).getOrElse(
      memory.synchronized(EventSource.bounded(memory.iterator.filter(e => !held(e.lane)).take(max)))
    )

  def isEmpty: Boolean = disk.forall(_.isEmpty) && memory.synchronized(memory.isEmpty)

  def done(event: SpoolPosition): Unit =
    if (event.segment != Backlog.inMemory) disk.foreach(_.done(event))
    else memory.synchronized(memory.dequeueFirst(_.position == event)).foreach { sent =>
      memory.synchronized(chars -= sent.line.length)
      val of = SerializedEvent.read(sent.line)
      if (OpenRuns.phase(of.eventType) == OpenRuns.End) disk.foreach(_.endRun(of.runId))
    }

  def failed(event: SpoolPosition, times: Int): Unit =
    if (event.segment != Backlog.inMemory) disk.foreach(_.failed(event, times))

  def deadLetter(item: WaitingEvent, reason: String): Boolean = disk.exists(_.deadLetter(item, reason))

  def waiting: Long = disk.fold(0L)(_.waiting.toLong) + memory.synchronized(memory.size.toLong)
  def dropped: Long = disk.fold(0L)(_.dropped) + memory.synchronized(lost)

  /** Writes the events in memory to the disk, which may have room again; the rest is dropped. */
  def close(): Unit = {
    memory.synchronized {
      disk.foreach(save)
      lost += memory.size
      memory.clear()
    }
    disk.foreach(_.close())
  }

  private def save(directory: SpoolDirectory): Unit =
    try
      while (memory.nonEmpty) {
        directory.append(SerializedEvent.read(memory.head.line))
        memory.dequeue()
      }
    catch { case _: IOException => () }

  private def addToMemory(event: SerializedEvent): Unit = memory.synchronized {
    added += 1
    memory.enqueue(WaitingEvent(
      event.line,
      SpoolPosition(Backlog.inMemory, added),
      WaitingEvent.lane(event.runId)
    ))
    chars += event.line.length
    while (memory.size > 1 && (chars > Backlog.maxChars || memory.size > Backlog.maxEvents)) {
      chars -= memory.dequeue().line.length
      lost += 1
    }
  }
}

private[spool] object Backlog {
  private val inMemory = -1
  private val maxEvents = 10000
  private val maxChars = 32L << 20
}
