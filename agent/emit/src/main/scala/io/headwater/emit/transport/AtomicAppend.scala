package io.headwater.emit.transport

import java.io.IOException
import java.nio.ByteBuffer
import java.nio.channels.FileChannel

import scala.annotation.tailrec

/** Appends that are complete or not there: what could not be written in full is taken back. */
private[emit] object AtomicAppend {

  /** Writes all of `bytes` from `at` on, where the file ends; with `sync` they are on the disk then. */
  def append(file: FileChannel, at: Long, bytes: Array[Byte], sync: Boolean = false): Unit =
    try {
      writeAll(file, at, ByteBuffer.wrap(bytes))
      if (sync) file.force(false)
    } catch { case e: IOException => file.truncate(at); throw e }

  @tailrec
  private def writeAll(file: FileChannel, at: Long, bytes: ByteBuffer): Unit =
    if (bytes.hasRemaining) writeAll(file, at + file.write(bytes, at), bytes)
}
