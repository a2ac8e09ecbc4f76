package io.headwater.emit.spool

import java.io.RandomAccessFile
import java.nio.charset.StandardCharsets.US_ASCII
import java.nio.file.StandardCopyOption.{ATOMIC_MOVE, REPLACE_EXISTING}
import java.nio.file.{Files, Path}
import java.util.Locale

import scala.util.Try

/** What a segment's `.ack` file says. The first line is the position up to which all events are delivered, but for those
  * that the other lines name: the end of an event, and how often it has failed while the backend has accepted others. Such
  * an event may also be behind the position.
  */
private[spool] final case class Acknowledgement(upTo: Int = 0, failing: Map[Int, Int] = Map.empty) {
  def isWaiting(end: Int): Boolean = end > upTo || failing.contains(end)
  def failures(end: Int): Int = failing.getOrElse(end, 0)

  def text: String =
    digits(upTo) + "\n" + failing.toVector.sorted.map { case (end, times) =>
      s"${digits(end)} $times\n"
    }.mkString

  private def digits(position: Int): String = "%010d".formatLocal(Locale.ROOT, position)
}

private[spool] object Acknowledgement {

  /** A file that cannot be read acknowledges nothing: events are sent twice, but none is lost. */
  def read(file: Path): Acknowledgement = Try {
    val lines = new String(Files.readAllBytes(file), US_ASCII).linesIterator.map(_.trim).toVector
    val failing = lines.drop(1).map(_.split(' ')).map(of => of(0).toInt -> of(1).toInt)
    Acknowledgement(lines.head.toInt, failing.toMap)
  }.filter(_.upTo >= 0).getOrElse(Acknowledgement())

  /** Replaces the file. It is not synced. A file of one line is overwritten in place, in one call; a longer one is
    * replaced as a whole, because half of it would acknowledge events that wait.
    */
  def write(file: Path, before: Acknowledgement, now: Acknowledgement): Unit = {
    val bytes = now.text.getBytes(US_ASCII)
    if (before.failing.isEmpty && now.failing.isEmpty) {
      PrivateFile.ensure(file)
      val out = new RandomAccessFile(file.toFile, "rw")
      try out.write(bytes)
      finally out.close()
    } else {
      val next = replacement(file)
      PrivateFile.ensure(next)
      Files.write(next, bytes)
      Files.move(next, file, ATOMIC_MOVE, REPLACE_EXISTING)
      ()
    }
  }

  /** What the file is replaced with. It stays where it is if the disk is full or the process dies. */
  def replacement(file: Path): Path = file.resolveSibling(s"${file.getFileName}.next")
}
