package io.headwater.emit.spool

import java.io.IOException
import java.nio.channels.FileChannel
import java.nio.file.StandardOpenOption.{CREATE_NEW, READ, WRITE}

import io.headwater.emit.WholeWrite

/** Appends to a new segment. A record is complete or not there: one that could not be written in full is taken back.
  * With `sync` it is on the disk when `append` returns, without it in the hands of the operating system.
  */
private[spool] final class SegmentWriter(val segment: Segment, header: Header, sync: Boolean) {
  private val channel = FileChannel.open(segment.path, CREATE_NEW, WRITE)
  segment.bytes = 0
  append(header.json)
  if (sync) syncDirectory()

  /** @return where the record's JSON is */
  def append(json: String): Records.Span = {
    val line = Records.line(json)
    val from = segment.bytes
    WholeWrite.append(channel, from, line, sync)
    segment.bytes = from + line.length
    Records.span(from, line)
  }

  def close(): Unit = channel.close()

  /** So that the file's name survives, too. Not every system can. */
  private def syncDirectory(): Unit =
    try {
      val directory = FileChannel.open(segment.directory, READ)
      try directory.force(true)
      finally directory.close()
    } catch { case _: IOException => () }
}
