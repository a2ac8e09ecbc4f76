package io.headwater.emit.transport

import java.io.{FileOutputStream, IOException, RandomAccessFile}
import java.nio.ByteBuffer
import java.nio.channels.{FileChannel, OverlappingFileLockException}
import java.nio.file.{Files, Path}

import scala.annotation.tailrec

import io.headwater.emit.event.SerializedEvent
import io.headwater.emit.json.LineBuffer
import io.headwater.util.ClassNames

/** Appends one JSON line per event. A line is complete or absent: a partial write is truncated, and an incomplete line
  * of a killed process is terminated before the next line. The file transport of openlineage-java is not used: it writes
  * in chunks of 8 KB, and only logs failures, so that the event counts as sent.
  */
private[transport] final class JsonLinesFile(val path: Path) extends EventTransport {
  def description: String = s"file $path"
  override def isLocal: Boolean = true

  private val buffer = new LineBuffer // used by the thread that has the lock

  def send(event: SerializedEvent): Unit =
    try JsonLinesFile.synchronized(append(buffer.line(event.writeLine)))
    catch {
      case e: IOException =>
        throw new EmissionException(s"$description: ${ClassNames.simple(e)}: ${e.getMessage}")
    }

  def close(): Unit = ()

  private def append(line: ByteBuffer): Unit = {
    if (!Files.isDirectory(path.getParent)) Files.createDirectories(path.getParent)
    if (Files.exists(path) && !Files.isRegularFile(path)) JsonLinesFile.intoPipe(path, line)
    else {
      val file = new RandomAccessFile(path.toFile, "rw")
      try {
        val lock = JsonLinesFile.locked(file.getChannel, 25)
        try write(file, line)
        finally lock.foreach(_.release())
      } finally file.close()
    }
  }

  private def write(file: RandomAccessFile, line: ByteBuffer): Unit = {
    val start = file.length
    val isIncomplete = start > 0 && { file.seek(start - 1); file.read() != '\n' }
    AtomicAppend.append(file, start, if (isIncomplete) JsonLinesFile.onNewLine(line) else line)
  }
}

private[transport] object JsonLinesFile {

  /** A pipe and a terminal, such as `/dev/stdout` of a container, have neither a length nor a position. */
  private def intoPipe(path: Path, line: ByteBuffer): Unit = {
    val out = new FileOutputStream(path.toFile, true)
    try out.write(line.array, line.arrayOffset + line.position(), line.remaining)
    finally out.close()
  }

  private def onNewLine(line: ByteBuffer): ByteBuffer = {
    val both = ByteBuffer.allocate(line.remaining + 1)
    both.put('\n'.toByte).put(line).flip()
    both
  }

  /** Another process may write the same file. If the file system has no locks, the file is written without a lock. */
  @tailrec
  private def locked(channel: FileChannel, attempts: Int): Option[java.nio.channels.FileLock] = {
    val (lock, done) =
      try { val l = Option(channel.tryLock()); (l, l.isDefined) }
      catch { case _: IOException | _: OverlappingFileLockException => (None, true) }
    if (done || attempts == 0) lock
    else { Thread.sleep(20); locked(channel, attempts - 1) }
  }
}
