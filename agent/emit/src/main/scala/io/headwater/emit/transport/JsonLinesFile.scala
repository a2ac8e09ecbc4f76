package io.headwater.emit.transport

import java.io.{IOException, RandomAccessFile}
import java.nio.channels.{FileChannel, OverlappingFileLockException}
import java.nio.charset.StandardCharsets
import java.nio.file.{Files, Path}

import scala.annotation.tailrec

import io.headwater.emit.event.SerializedEvent

/** Appends one JSON line an event. A line is complete or not there: one that could not be written in full is taken
  * back, and one that a killed process left torn is closed before the next. openlineage-java's file transport writes
  * in pieces of 8 KB, logs what fails and calls it sent.
  */
private[transport] final class JsonLinesFile(val path: Path) extends EventTransport {
  def description: String = s"file $path"
  override def local: Boolean = true

  def carry(event: SerializedEvent): Unit =
    try JsonLinesFile.synchronized(append((event.line + "\n").getBytes(StandardCharsets.UTF_8)))
    catch {
      case e: IOException =>
        throw new EmissionFailed(s"$description: ${e.getClass.getSimpleName}: ${e.getMessage}")
    }

  def close(): Unit = ()

  private def append(line: Array[Byte]): Unit = {
    Files.createDirectories(path.getParent)
    val file = new RandomAccessFile(path.toFile, "rw")
    try {
      val lock = JsonLinesFile.locked(file.getChannel, 25)
      try write(file, line)
      finally lock.foreach(_.release())
    } finally file.close()
  }

  private def write(file: RandomAccessFile, line: Array[Byte]): Unit = {
    val start = file.length
    val torn = start > 0 && { file.seek(start - 1); file.read() != '\n' }
    AtomicAppend.append(file.getChannel, start, if (torn) '\n'.toByte +: line else line)
  }
}

private[transport] object JsonLinesFile {

  /** Another process may write the same file; a file system without locks is written without. */
  @tailrec
  private def locked(channel: FileChannel, left: Int): Option[java.nio.channels.FileLock] = {
    val (lock, done) =
      try { val l = Option(channel.tryLock()); (l, l.isDefined) }
      catch { case _: IOException | _: OverlappingFileLockException => (None, true) }
    if (done || left == 0) lock
    else { Thread.sleep(20); locked(channel, left - 1) }
  }
}
