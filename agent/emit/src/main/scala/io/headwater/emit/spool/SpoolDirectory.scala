package io.headwater.emit.spool

import java.io.{EOFException, IOException}
import java.nio.charset.StandardCharsets.UTF_8
import java.nio.file.StandardOpenOption.{APPEND, CREATE}
import java.nio.file.{Files, Path}
import java.time.Instant

import scala.annotation.tailrec
import scala.collection.mutable
import scala.util.{Failure, Success, Try}

import io.headwater.emit.event.SerializedEvent

/** One application's events for one place, on disk, while this process holds the lock.
  *
  * Events are appended to the newest segment and leave at the front, where the acknowledgement mark follows. A segment
  * is removed when all of it has been delivered, and no run that began in it goes on: of such a run the START is needed
  * again, to close it, if the process dies.
  */
private[spool] final class SpoolDirectory(
    val path: Path,
    lock: DirectoryLock,
    header: SegmentHeader,
    settings: SpoolSettings,
    clock: () => Long
) extends EventSource {
  import SpoolDirectory._

  private val segments = mutable.ArrayBuffer.empty[Segment] // all of these are guarded by `this`
  private val starts = mutable.HashMap.empty[String, Segment]
  private var writer: Option[SegmentWriter] = None
  private var lost = 0L
  private var shut = false

  /** Throws `IOException` where the disk is full or not to be written, or the file is gone; then nothing has been
    * appended.
    */
  def append(event: SerializedEvent): Unit = synchronized {
    if (shut) throw new IOException(s"$path is closed")
    val line = event.line
    val out = writer.filter(w => !full(w.segment, line)).getOrElse(next())
    out.segment.waiting.enqueue(out.append(line))
    note(out.segment, event.runId, event.eventType)
  }

  def head: Option[WaitingEvent] = synchronized(if (shut) None else front)

  def done(item: WaitingEvent): Unit = synchronized {
    for (
      s <- segments.find(_.number == item.segment); span <- s.waiting.headOption
      if span.end == item.end && !shut
    ) {
      s.waiting.dequeue()
      Try(s.acknowledge(item.end)) // where it cannot be written the event may be sent again, later
      sweep()
    }
  }

  def bury(item: WaitingEvent, reason: String): Boolean = synchronized {
    val letter = DeadLetter.line(item.line, reason, Instant.ofEpochMilli(clock()))
    Try(Files.write(path.resolve(DeadLetter.file), letter.getBytes(UTF_8), CREATE, APPEND)).isSuccess
  }

  def waiting: Int = synchronized(segments.map(_.waiting.size).sum)

  /** Events that were given up because of a bound, or could not be read again. */
  def dropped: Long = synchronized(lost)

  def close(): Unit = synchronized {
    if (!shut) {
      shut = true
      writer.foreach(w => Try(w.close()))
      writer = None
      segments.filter(_.isGone).toVector.foreach(forget)
      Try(if (front.isEmpty) clear() else Files.write(path.resolve(ended), Array.emptyByteArray))
      lock.release()
    }
  }

  /** Takes over what another process has left. Runs that it did not end are aborted, once. */
  private[spool] def recover(): Unit = synchronized {
    val open =
      Segment.numbers(path).foldLeft(OpenRuns())((runs, number) => read(new Segment(path, number), runs))
    if (!Files.exists(path.resolve(ended))) Try(open.aborted(Instant.ofEpochMilli(clock())).foreach(append))
    sweep()
  }

  private def read(segment: Segment, runs: OpenRuns): OpenRuns = {
    segments += segment
    val (file, acknowledged) = (Files.readAllBytes(segment.path), segment.acknowledged)
    Records.scan(file).spans.foldLeft(runs) { (open, span) =>
      Try(SerializedEvent.read(Records.text(file, span))).toOption.filter(_.runId.nonEmpty).fold(open) {
        event =>
          if (span.end > acknowledged) segment.waiting.enqueue(span)
          note(segment, event.runId, event.eventType)
          open.after(event)
      }
    }
  }

  private def full(segment: Segment, line: String): Boolean =
    segment.bytes > 0 && segment.bytes + line.length > settings.segmentBytes

  private def next(): SegmentWriter = {
    writer.foreach(w => Try(w.close()))
    writer = None
    makeRoom()
    val segment = new Segment(path, segments.lastOption.fold(1)(_.number + 1))
    val out = new SegmentWriter(
      segment,
      header.copy(runs = starts.keys.toVector.sorted),
      settings.mode == SpoolMode.Fsync
    )
    segments += segment
    writer = Some(out)
    out
  }

  private def note(segment: Segment, run: String, eventType: String): Unit = OpenRuns.phase(eventType) match {
    case OpenRuns.Begins if !starts.contains(run) =>
      starts(run) = segment
      segment.open += run
    case OpenRuns.Ends => starts.remove(run).foreach(_.open -= run)
    case _ => ()
  }

  @tailrec private def front: Option[WaitingEvent] = segments.find(_.waiting.nonEmpty) match {
    case None => None
    case Some(s) =>
      val span = s.waiting.front
      Try(writer.filter(_.segment eq s).fold(s.read(span))(_.read(span))) match {
        case Success(line) => Some(WaitingEvent(line, s.number, span.end))
        case Failure(e) if !s.isGone && !e.isInstanceOf[EOFException] =>
          throw e // it may be read later
        case Failure(_) =>
          s.waiting.dequeue()
          lost += 1
          front
      }
  }

  private def sweep(): Unit =
    segments.filter(s =>
      s.waiting.isEmpty && s.open.isEmpty && !writer.exists(_.segment eq s)
    ).toVector.foreach(forget)

  /** Oldest first, until another segment fits; what has waited too long goes in any case. */
  private def makeRoom(): Unit = {
    val oldest = clock() - settings.maxAge.toMillis
    segments.filter(s => s.modified < oldest && s.waiting.nonEmpty).toVector.foreach(forget)
    while (segments.nonEmpty && segments.map(_.bytes).sum + settings.segmentBytes > settings.maxBytes)
      forget(segments(0))
  }

  private def forget(segment: Segment): Unit = {
    lost += segment.waiting.size
    segment.open.foreach(starts.remove)
    segments -= segment
    Try(segment.remove())
    ()
  }

  private def clear(): Unit = {
    segments.foreach(_.remove())
    Files.deleteIfExists(path.resolve(ended))
    if (!Files.exists(path.resolve(DeadLetter.file))) {
      Files.deleteIfExists(path.resolve(DirectoryLock.file))
      Files.deleteIfExists(path)
    }
    ()
  }
}

private[spool] object SpoolDirectory {

  /** Says that the application has ended its runs itself: what it has left is only to be delivered. */
  val ended = "ended"
}
