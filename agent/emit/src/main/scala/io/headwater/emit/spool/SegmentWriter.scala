package io.headwater.emit.spool

import java.io.{IOException, RandomAccessFile}
import java.nio.ByteBuffer
import java.nio.channels.FileChannel
import java.nio.file.Files
import java.nio.file.StandardOpenOption.READ

import io.headwater.emit.transport.AtomicAppend

/** Appends to a new segment. A record is complete or absent: a partial write is truncated. Written records can be read
  * here even if somebody has removed the file.
  *
  * @param sync
  *   whether a record is on the disk when `append` returns; otherwise the operating system writes it later
  */
private[spool] final class SegmentWriter(val segment: Segment, header: SegmentHeader, sync: Boolean) {
  private val file = new RandomAccessFile(PrivateFile.create(segment.path).toFile, "rw")
  segment.bytes = 0
  try {
    append(header.json)
    if (sync) syncDirectory()
  } catch {
    case e: IOException => // the disk is full: a file without its header is of no use
      file.close()
      Files.deleteIfExists(segment.path)
      throw e
  }

  /** @return
    *   the position of the JSON of the record
    */
  def append(json: String): Records.Span = {
    if (segment.isGone) throw new IOException(s"${segment.path} has been removed")
    val line = Records.line(json)
    val from = segment.bytes
    AtomicAppend.append(file, from, ByteBuffer.wrap(line), sync)
    segment.bytes = from + line.length
    Records.span(from, line)
  }

  def read(span: Records.Span): String = Segment.read(file, span)

  def close(): Unit = file.close()

  /** Writes the directory entry of the file to the disk. Not every operating system supports this. */
  private def syncDirectory(): Unit =
    try {
      val directory = FileChannel.open(segment.directory, READ)
      try directory.force(true)
      finally directory.close()
    } catch { case _: IOException => () }
}
