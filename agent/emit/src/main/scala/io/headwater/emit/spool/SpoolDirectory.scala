package io.headwater.emit.spool

import java.io.{EOFException, IOException}
import java.nio.charset.StandardCharsets.UTF_8
import java.nio.file.StandardOpenOption.APPEND
import java.nio.file.{Files, Path}
import java.time.Instant

import scala.annotation.tailrec
import scala.collection.mutable
import scala.util.{Failure, Success, Try}

import io.headwater.emit.event.SerializedEvent
import io.headwater.util.Iterators

/** The events of one application for one destination, on disk. This process holds the lock of the directory.
  *
  * Events are appended to the newest segment and removed from the oldest one; an acknowledgement file records the
  * position. A segment is deleted when all its events are delivered and all runs that began in it have ended: if the
  * process dies, the START of an open run is needed to send its ABORT.
  */
private[spool] final class SpoolDirectory(
    val path: Path,
    lock: DirectoryLock,
    header: SegmentHeader,
    settings: SpoolSettings,
    clock: () => Long,
    warn: String => Unit
) extends EventSource {
  import SpoolDirectory._

  private val segments = mutable.ArrayBuffer.empty[Segment] // this and the next ones are guarded by `this`
  private val starts = mutable.HashMap.empty[String, Segment]
  private var writer: Option[SegmentWriter] = None
  private var lost = 0L
  private var closed = false
  private var endsMissing = false // the ABORT of an open run could not be written

  /** @throws java.io.IOException
    *   if the disk is full or not writable, or if the file was removed; then nothing is appended
    */
  def append(event: SerializedEvent): Unit = synchronized {
    if (closed) throw new IOException(s"$path is closed")
    val line = event.line
    val out =
      writer.filterNot(w => full(w.segment, line) || isReplaceable(w.segment)).getOrElse(nextSegment())
    out.segment.waiting += Segment.Waiting(out.append(line), WaitingEvent.lane(event.runId))
    trackRun(out.segment, event.runId, event.eventType)
  }

  def next(held: Int => Boolean): Option[WaitingEvent] = synchronized(if (closed) None else oldest(held))

  /** If one of the later events cannot be read, the events before it are returned. */
  override def nextAll(max: Int, held: Int => Boolean): Vector[WaitingEvent] = synchronized {
    val first = next(held).toVector
    val after = first.flatMap { f =>
      val waiting = segments.iterator.flatMap(s => s.waiting.iterator.filter(w => !held(w.lane)).map(s -> _))
      waiting.dropWhile { case (s, w) => SpoolPosition(s.number, w.end) != f.position }.slice(1, max)
        .map { case (s, w) => Try(read(s, w)) }.takeWhile(_.isSuccess).flatMap(_.toOption)
    }
    EventSource.bounded((first ++ after).iterator)
  }

  def isEmpty: Boolean = synchronized(segments.forall(_.waiting.isEmpty))

  def done(event: SpoolPosition): Unit = change(event) { segment =>
    Try(segment.done(event.end)) // if this fails, the event may be sent again later
    removeDelivered()
  }

  def failed(event: SpoolPosition, times: Int): Unit =
    change(event) { segment => Try(segment.failed(event.end, times)); () }

  /** A run has ended by an event that was delivered from memory. An empty file tells the next process, which would abort the
    * run: its name needs no room on a full disk.
    */
  def endRun(run: String): Unit = synchronized(if (!closed) starts.remove(run).foreach { segment =>
    segment.open -= run
    writer.filter(_.segment.waiting.isEmpty).foreach { delivered =>
      Try(delivered.close())
      writer = None
    }
    removeDelivered()
    if (segments.contains(segment) && isFile(endedRun(run)))
      Try(PrivateFile.ensure(path.resolve(endedRun(run))))
  })

  private def change(event: SpoolPosition)(run: Segment => Unit): Unit =
    synchronized(if (!closed) segments.find(_.number == event.segment).foreach(run))

  def deadLetter(item: WaitingEvent, reason: String): Boolean = synchronized {
    val letter = DeadLetter.line(item.line, reason, Instant.ofEpochMilli(clock()), header.to)
    val file = path.resolve(DeadLetter.file)
    val size = Try(Files.size(file)).getOrElse(0L)
    size + letter.length <= settings.maxBytes && Try {
      PrivateFile.ensure(file)
      Files.write(file, letter.getBytes(UTF_8), APPEND)
    }.isSuccess
  }

  def waiting: Int = synchronized(segments.map(_.waiting.size).sum)

  /** The number of events that were dropped because of a size or age limit, or could not be read again. */
  def dropped: Long = synchronized(lost)

  def close(): Unit = synchronized {
    if (!closed) {
      closed = true
      writer.foreach(w => Try(w.close()))
      writer = None
      segments.filter(_.isGone).toVector.foreach(drop)
      if (!endsMissing) Try(if (isEmpty) deleteAll() else PrivateFile.ensure(path.resolve(ended)))
      lock.release()
      // Windows keeps the entry of the lock file until it is closed, and with it the directory
      if (!endsMissing && isEmpty) Try(Files.deleteIfExists(path))
      ()
    }
  }

  /** Reads the segments of another process. Runs that it did not end are aborted, once. If the disk is full, the next process
    * that adopts the directory aborts them.
    */
  private[spool] def recover(): Unit = synchronized {
    val open =
      Segment.numbers(path).foldLeft(OpenRuns())((runs, number) => read(new Segment(path, number), runs))
    if (!Files.exists(path.resolve(ended)))
      endsMissing = Try(open.aborted(Instant.ofEpochMilli(clock())).foreach(append)).isFailure
    removeDelivered()
  }

  private def read(segment: Segment, runs: OpenRuns): OpenRuns = {
    segments += segment
    val file = Files.readAllBytes(segment.path)
    Records.scan(file).spans.foldLeft(runs) { (open, span) =>
      Try(SerializedEvent.read(Records.text(file, span))).toOption match {
        case Some(e) if e.json.has(SegmentHeader.versionKey) =>
          SegmentHeader.read(e.line).fold(open)(header => openAt(header, open))
        case Some(e) if hasEnded(e.runId) => open
        case Some(e) if e.runId.nonEmpty =>
          segment.recover(span, WaitingEvent.lane(e.runId))
          trackRun(segment, e.runId, e.eventType)
          open.after(e)
        case _ => // no event of a run: the sender or the backend decides about it
          segment.recover(span, WaitingEvent.lane(""))
          open
      }
    }
  }

  /** The runs that were open when a segment began. The others have ended in a segment that was delivered, and deleted. */
  private def openAt(header: SegmentHeader, runs: OpenRuns): OpenRuns = {
    val open = header.runs.toSet
    starts.keys.filterNot(open).toVector.foreach(end)
    runs.among(open)
  }

  /** Whether the run has ended by an event that was delivered from memory. The earlier ones were delivered before it. */
  private def hasEnded(run: String): Boolean =
    isFile(endedRun(run)) && Files.exists(path.resolve(endedRun(run)))

  private def full(segment: Segment, line: String): Boolean =
    segment.bytes > 0 && segment.bytes + line.length > settings.segmentBytes

  /** Whether only this file was removed, and the events in it are delivered, so that nobody has to read it again. Without the
    * file of the lock, another process may take the directory.
    */
  private def isReplaceable(segment: Segment): Boolean =
    segment.waiting.isEmpty && segment.isGone && Files.exists(path.resolve(DirectoryLock.file))

  private def nextSegment(): SegmentWriter = {
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

  private def trackRun(segment: Segment, run: String, eventType: String): Unit =
    OpenRuns.phase(eventType) match {
      case OpenRuns.Start if !starts.contains(run) =>
        starts(run) = segment
        segment.open += run
      case OpenRuns.End => end(run)
      case _ => ()
    }

  private def end(run: String): Unit = starts.remove(run).foreach(_.open -= run)

  @tailrec private def oldest(held: Int => Boolean): Option[WaitingEvent] =
    Iterators.first(segments.iterator.flatMap(s => s.waiting.find(w => !held(w.lane)).map(s -> _))) match {
      case None => None
      case Some((s, event)) =>
        Try(read(s, event)) match {
          case Success(waiting) => Some(waiting)
          case Failure(e) if !s.isGone && !e.isInstanceOf[EOFException] =>
            throw e // a later attempt may succeed
          case Failure(_) =>
            s.waiting -= event
            lost += 1
            oldest(held)
        }
    }

  private def read(segment: Segment, event: Segment.Waiting): WaitingEvent = {
    val line = writer.filter(_.segment eq segment).fold(segment.read(event.span))(_.read(event.span))
    WaitingEvent(line, SpoolPosition(segment.number, event.end), event.lane, event.failures)
  }

  /** The newest segment stays while an older one does: its header tells which runs of the older ones have ended. */
  private def removeDelivered(): Unit = {
    val delivered =
      segments.filter(s => s.waiting.isEmpty && s.open.isEmpty && !writer.exists(_.segment eq s))
    val removed = if (delivered.size == segments.size) delivered else delivered.filterNot(_ eq segments.last)
    removed.toVector.foreach(drop)
  }

  /** Drops expired segments, and then the oldest ones until another segment fits. */
  private def makeRoom(): Unit = {
    val oldest = clock() - settings.maxAge.toMillis
    dropWithWarning("spool.maxAgeHours") {
      segments.filter(s => s.modified < oldest && s.isOlderThan(settings.maxAge) && s.waiting.nonEmpty)
        .toVector.foreach(drop)
    }
    dropWithWarning("spool.maxBytes") {
      while (segments.nonEmpty && segments.map(_.bytes).sum + settings.segmentBytes > settings.maxBytes)
        drop(segments(0))
    }
  }

  private def dropWithWarning(limit: String)(work: => Unit): Unit = {
    val before = lost
    work
    if (lost > before)
      warn(
        s"dropped ${lost - before} waiting events of application ${header.application}: they were beyond $limit. " +
          "Increase it, or find out why the backend does not accept events"
      )
  }

  private def drop(segment: Segment): Unit = {
    lost += segment.waiting.size
    segment.open.foreach(starts.remove)
    segments -= segment
    Try(segment.remove())
    ()
  }

  private def deleteAll(): Unit = {
    segments.foreach(_.remove())
    path.toFile.list.filter(n => n.endsWith(ended) && isFile(n)).foreach(name =>
      Files.deleteIfExists(path.resolve(name))
    )
    if (!Files.exists(path.resolve(DeadLetter.file))) {
      Files.deleteIfExists(path.resolve(DirectoryLock.file))
      Files.deleteIfExists(path)
    }
    ()
  }
}

private[spool] object SpoolDirectory {

  /** A file that marks that the application has ended its runs itself: the rest only has to be delivered. */
  val ended = "ended"

  /** A file that marks that one run has ended by an event that is not on the disk. */
  private def endedRun(run: String): String = s"$run.$ended"

  private val numbered = "[0-9]{6,}\\.(seg|ack|ack\\.next)|[0-9a-f-]{36}\\.ended".r.pattern

  /** Whether a spool's directory has files of this name. */
  def isFile(name: String): Boolean =
    name == DirectoryLock.file || name == ended || name == DeadLetter.file || numbered.matcher(name).matches
}
