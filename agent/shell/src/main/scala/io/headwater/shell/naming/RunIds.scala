package io.headwater.shell.naming

import java.security.SecureRandom
import java.util.UUID

/** Creates run ids: UUIDs of version 7 (RFC 9562, section 5.7). An id that is created later sorts later. */
object RunIds {
  private val random = new SecureRandom

  /** An id for a run with this start time. */
  def at(epochMillis: Long): UUID = {
    val high = (epochMillis << 16) | 0x7000L | (random.nextLong() & 0x0fffL)
    val low = (random.nextLong() & 0x3fffffffffffffffL) | 0x8000000000000000L
    new UUID(high, low)
  }
}
