package io.headwater.emit.json

import java.io.{BufferedWriter, ByteArrayOutputStream, OutputStreamWriter, Writer}
import java.nio.ByteBuffer
import java.nio.charset.StandardCharsets.UTF_8

/** A line of text in UTF-8, in memory that is used again for the next line. Not thread-safe. */
private[emit] final class LineBuffer {
  import LineBuffer._
  private var free = Option.empty[Utf8Buffer]

  /** The bytes of what `write` writes and a line terminator. They are valid until the next call. */
  def line(write: Writer => Unit): ByteBuffer = {
    val buffer = free.getOrElse(new Utf8Buffer)
    free = None // if `write` throws, the writer may hold a part of a character
    buffer.reset()
    write(buffer.writer)
    buffer.writer.write('\n')
    buffer.writer.flush()
    if (buffer.capacity <= maxKept) free = Some(buffer)
    buffer.written
  }
}

private object LineBuffer {
  private val maxKept = 1 << 20

  private final class Utf8Buffer extends ByteArrayOutputStream(1 << 14) {
    // Jackson writes the text before each escaped character by itself: without a buffer that is an object each time
    val writer = new BufferedWriter(new OutputStreamWriter(this, UTF_8))
    def capacity: Int = buf.length
    def written: ByteBuffer = ByteBuffer.wrap(buf, 0, count)
  }
}
