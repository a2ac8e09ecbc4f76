package io.headwater.emit.transport

import java.io.{IOException, RandomAccessFile}
import java.nio.ByteBuffer

/** Appends that are complete or absent: a partial write is truncated. A channel is not used: an interrupt of the thread
  * would close it, and with it the file.
  */
private[emit] object AtomicAppend {

  /** Appends `bytes` at the end of the file.
    *
    * @param at
    *   the length of the file
    * @param bytes
    *   in an array
    * @param sync
    *   whether to wait until the data is on the disk
    */
  def append(file: RandomAccessFile, at: Long, bytes: ByteBuffer, sync: Boolean = false): Unit =
    try {
      file.seek(at)
      file.write(bytes.array, bytes.arrayOffset + bytes.position(), bytes.remaining)
      if (sync) file.getFD.sync()
    } catch {
      case e: IOException =>
        try file.setLength(at)
        catch { case cut: IOException => e.addSuppressed(cut) } // of a device, which has no length
        throw e
    }
}
