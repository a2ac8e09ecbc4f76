package io.headwater.emit.spool

import java.io.RandomAccessFile
import java.nio.charset.StandardCharsets.{US_ASCII, UTF_8}
import java.nio.file.{Files, Path}

import scala.collection.mutable
import scala.util.Try

/** One segment file as its directory knows it: what waits in it, and which runs began in it and still go on. Belongs to
  * its `SpoolDirectory`, which locks.
  */
private[spool] final class Segment(val directory: Path, val number: Int) {
  val path: Path = directory.resolve(Segment.name(number))
  private val mark = directory.resolve(Segment.name(number).stripSuffix(Segment.suffix) + ".ack")

  val waiting = mutable.Queue.empty[Records.Span]
  val open = mutable.Set.empty[String]

  /** Of the file; whoever writes it keeps this true. */
  var bytes: Long = Try(Files.size(path)).getOrElse(0L)

  def modified: Long = Try(Files.getLastModifiedTime(path).toMillis).getOrElse(Long.MaxValue)

  /** Whether somebody else has removed the file. */
  def isGone: Boolean = !Files.exists(path)

  def read(span: Records.Span): String = {
    val file = new RandomAccessFile(path.toFile, "r")
    try Segment.read(file, span)
    finally file.close()
  }

  /** All before `end` has been delivered. A mark that is lost costs duplicates, never events: it is not synced. */
  def acknowledge(end: Int): Unit = {
    val file = new RandomAccessFile(mark.toFile, "rw")
    try file.write(f"$end%010d\n".getBytes(US_ASCII))
    finally file.close()
  }

  def acknowledged: Int =
    Try(new String(Files.readAllBytes(mark), US_ASCII).trim.toInt).filter(_ >= 0).getOrElse(0)

  def remove(): Unit = Vector(path, mark).foreach(Files.deleteIfExists)
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
