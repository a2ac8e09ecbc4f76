package io.headwater.emit.spool

import java.io.RandomAccessFile
import java.nio.charset.StandardCharsets.UTF_8
import java.nio.file.{Files, Path}
import java.time.Duration
import java.util.Locale

import scala.collection.mutable
import scala.util.Try

/** One segment file: the events that wait in it, and the runs that began in it and have not ended. Not thread-safe: the
  * `SpoolDirectory` synchronizes the access.
  */
private[spool] final class Segment(val directory: Path, val number: Int) {
  val path: Path = directory.resolve(Segment.name(number))
  private val ackFile = directory.resolve(Segment.name(number).stripSuffix(Segment.suffix) + ".ack")

  private val since = System.nanoTime

  /** Whether this process has known the segment for so long: the clock of the system may jump. */
  def isOlderThan(age: Duration): Boolean = System.nanoTime - since >= age.toNanos

  val waiting = mutable.ArrayBuffer.empty[Segment.Waiting]
  val open = mutable.Set.empty[String]
  private val failing = mutable.Map.empty[Int, Segment.Waiting]
  private var acknowledged = Acknowledgement.read(ackFile)

  /** The size of the file. The writer updates it. */
  var bytes: Long = Try(Files.size(path)).getOrElse(0L)

  def modified: Long = Try(Files.getLastModifiedTime(path).toMillis).getOrElse(Long.MaxValue)

  /** Whether the file was removed by somebody else. */
  def isGone: Boolean = !Files.exists(path)

  def read(span: Records.Span): String = {
    val file = new RandomAccessFile(path.toFile, "r")
    try Segment.read(file, span)
    finally file.close()
  }

  /** Removes an event that was sent, or rejected for good. Later events may have been removed before it. */
  def done(end: Int): Unit = {
    val at = waiting.indexWhere(_.end == end)
    if (at >= 0) waiting.remove(at)
    failing -= end
    acknowledge(math.max(end, acknowledged.upTo))
  }

  /** Records how often an event has failed while the backend has accepted others. */
  def failed(end: Int, times: Int): Unit = {
    val at = waiting.indexWhere(_.end == end)
    if (at >= 0) {
      waiting(at) = waiting(at).copy(failures = times)
      failing(end) = waiting(at)
    }
    acknowledge(acknowledged.upTo)
  }

  private def acknowledge(upTo: Int): Unit = {
    // the events wait in the order of the file, so this does not read all of them
    val before = waiting.iterator.takeWhile(_.end <= upTo)
    val now = Acknowledgement(upTo, (before ++ failing.valuesIterator).map(w => w.end -> w.failures).toMap)
    Acknowledgement.write(ackFile, acknowledged, now)
    acknowledged = now
  }

  /** Adds an event that is in the file, unless it is delivered. */
  def recover(span: Records.Span, lane: Int): Unit =
    if (acknowledged.isWaiting(span.end)) {
      val event = Segment.Waiting(span, lane, acknowledged.failures(span.end))
      waiting += event
      if (event.failures > 0) failing(event.end) = event
    }

  def remove(): Unit =
    Vector(path, ackFile, Acknowledgement.replacement(ackFile)).foreach(Files.deleteIfExists)
}

private[spool] object Segment {
  val suffix = ".seg"
  private def name(number: Int): String = "%06d".formatLocal(Locale.ROOT, number) + suffix

  final case class Waiting(span: Records.Span, lane: Int, failures: Int = 0) {
    def end: Int = span.end
  }

  def read(file: RandomAccessFile, span: Records.Span): String = {
    val body = new Array[Byte](span.length)
    file.seek(span.offset.toLong)
    file.readFully(body)
    new String(body, UTF_8)
  }

  def numbers(directory: Path): Vector[Int] = {
    val names = Option(directory.toFile.list).fold(Vector.empty[String])(_.toVector)
    names.filter(_.endsWith(suffix)).flatMap(n => Try(n.stripSuffix(suffix).toInt).toOption).sorted
  }
}
