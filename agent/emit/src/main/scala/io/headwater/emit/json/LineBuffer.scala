package io.headwater.emit.json

import java.io.{ByteArrayOutputStream, OutputStreamWriter, Writer}
import java.nio.ByteBuffer
import java.nio.charset.StandardCharsets.UTF_8

/** A line of text in UTF-8, in memory that is used again for the next line. Not thread-safe. */
private[emit] final class LineBuffer {
  import LineBuffer._
  private var free = Option.empty[Memory]

  /** The bytes of what `write` writes and a line terminator. They are valid until the next call. */
  def line(write: Writer => Unit): ByteBuffer = {
    val memory = free.getOrElse(new Memory)
    free = None // if `write` throws, the writer may hold a part of a character
    memory.bytes.reset()
    write(memory.writer)
    memory.writer.write('\n')
    memory.writer.flush()
    if (memory.bytes.capacity <= maxKept) free = Some(memory)
    memory.bytes.written
  }
}

private object LineBuffer {
  private val maxKept = 1 << 20

  private final class Memory {
    val bytes = new Bytes
    val writer = new OutputStreamWriter(bytes, UTF_8)
  }

  private final class Bytes extends ByteArrayOutputStream(1 << 14) {
    def capacity: Int = buf.length
    def written: ByteBuffer = ByteBuffer.wrap(buf, 0, count)
  }
}
