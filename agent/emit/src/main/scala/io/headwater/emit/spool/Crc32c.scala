package io.headwater.emit.spool

/** CRC-32C (Castagnoli). The JDK has it only since Java 9. */
private[spool] object Crc32c {
  private val polynomial = 0x82f63b78

  private val table: Array[Int] = Array.tabulate(256) { n =>
    (1 to 8).foldLeft(n)((c, _) => if ((c & 1) == 0) c >>> 1 else (c >>> 1) ^ polynomial)
  }

  def of(bytes: Array[Byte], from: Int, length: Int): Int = {
    var crc = -1 // a while loop, because it runs for every byte of every event
    var i = from
    while (i < from + length) {
      crc = (crc >>> 8) ^ table((crc ^ bytes(i)) & 0xff)
      i += 1
    }
    ~crc
  }
}
