package io.headwater.emit.spool

import java.io.IOException

import scala.collection.mutable
import scala.util.Try

import io.headwater.emit.event.SerializedEvent
import io.headwater.util.ClassNames

/** The events that this application has still to send. They are on disk; while the disk cannot be written, the later ones
  * are in bounded memory. The disk is tried again once a minute, and then gets what is in memory. The events on disk are
  * older and are sent first.
  *
  * @param clock
  *   milliseconds, of which only differences are meaningful
  */
private[spool] final class Backlog(
    disk: Option[SpoolDirectory],
    warn: String => Unit,
    clock: () => Long = () => Delivery.now
) extends EventSource {
  private val memory = mutable.Queue.empty[WaitingEvent] // this and the next three are guarded by `memory`
  private var added = 0
  private var chars = 0L
  private var lost = 0L
  @volatile private var diskFailed = disk.isEmpty // this and the next one are set by the thread that adds
  private var triedAt = 0L

  def add(event: SerializedEvent): Unit = if (!disk.exists(write(_, event))) addToMemory(event)

  /** Whether the disk has taken the event, after all those in memory. */
  private def write(directory: SpoolDirectory, event: SerializedEvent): Boolean =
    if (diskFailed && clock() - triedAt < Backlog.retryMillis) false
    else
      try {
        if (diskFailed) save(directory)
        directory.append(event)
        diskFailed = false
        true
      } catch {
        case e: IOException =>
          triedAt = clock()
          diskFailed = true
          warn(
            s"cannot write the spool; events wait in memory (${ClassNames.simple(e)}: ${e.getMessage}). " +
              "Make room in spark.openlineage.spool.dir, and let nothing delete its files"
          )
          false
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
      disk.foreach(directory => Try(save(directory)))
      lost += memory.size
      memory.clear()
    }
    disk.foreach(_.close())
  }

  /** Moves the events in memory to the disk. One that is sent at this moment is sent again.
    *
    * @throws java.io.IOException
    *   if the disk cannot be written; then the rest stays in memory
    */
  private def save(directory: SpoolDirectory): Unit = memory.synchronized {
    while (memory.nonEmpty) {
      directory.append(SerializedEvent.read(memory.head.line))
      chars -= memory.dequeue().line.length
    }
  }

  private def addToMemory(event: SerializedEvent): Unit = memory.synchronized {
    val before = lost
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
    if (lost > before)
      warn(s"has no room in memory for more events: it drops the oldest ones ($lost so far)")
  }
}

private[spool] object Backlog {
  private val inMemory = -1
  private val maxEvents = 10000
  private val retryMillis = 60000L
  private val maxChars = 32L << 20
}
