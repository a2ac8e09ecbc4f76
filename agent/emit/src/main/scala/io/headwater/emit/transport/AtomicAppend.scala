package io.headwater.emit.transport

import java.io.IOException
import java.nio.ByteBuffer
import java.nio.channels.FileChannel

import scala.annotation.tailrec

/** Appends that are complete or absent: a partial write is truncated. */
private[emit] object AtomicAppend {

  /** Appends `bytes` at the end of the file.
    *
    * @param at
    *   the length of the file
    * @param sync
    *   whether to wait until the data is on the disk
    */
  def append(file: FileChannel, at: Long, bytes: ByteBuffer, sync: Boolean = false): Unit =
    try {
      writeAll(file, at, bytes)
      if (sync) file.force(false)
    } catch { case e: IOException => file.truncate(at); throw e }

  @tailrec
  private def writeAll(file: FileChannel, at: Long, bytes: ByteBuffer): Unit =
    if (bytes.hasRemaining) writeAll(file, at + file.write(bytes, at), bytes)
}
