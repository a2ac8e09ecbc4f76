package io.headwater.emit.spool

import java.io.RandomAccessFile
import java.nio.charset.StandardCharsets.{US_ASCII, UTF_8}
import java.nio.file.{Files, Path}

import scala.collection.mutable
import scala.util.Try

/** One segment file: the events that wait in it, and the runs that began in it and have not ended. Not thread-safe: the
  * `SpoolDirectory` synchronizes the access.
  */
private[spool] final class Segment(val directory: Path, val number: Int) {
  val path: Path = directory.resolve(Segment.name(number))
  private val ackFile = directory.resolve(Segment.name(number).stripSuffix(Segment.suffix) + ".ack")

  val waiting = mutable.Queue.empty[Records.Span]
  val open = mutable.Set.empty[String]

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

  /** Records that all events before `end` are delivered. The file is not synced: if it is lost, events are sent twice, but
    * none is lost.
    */
  def acknowledge(end: Int): Unit = {
    val file = new RandomAccessFile(ackFile.toFile, "rw")
    try file.write(f"$end%010d\n".getBytes(US_ASCII))
    finally file.close()
  }

  def acknowledged: Int =
    Try(new String(Files.readAllBytes(ackFile), US_ASCII).trim.toInt).filter(_ >= 0).getOrElse(0)

  def remove(): Unit = Vector(path, ackFile).foreach(Files.deleteIfExists)
}

private[spool] object Segment {
  val suffix = ".seg"
  private def name(number: Int): String = f"$number%06d$suffix"

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
