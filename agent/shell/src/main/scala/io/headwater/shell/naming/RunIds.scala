package io.headwater.shell.naming

import java.security.SecureRandom
import java.util.UUID

/** Run ids: UUID version 7 (RFC 9562, section 5.7), so ids made later sort later. */
object RunIds {
  private val random = new SecureRandom

  /** An id for a run that started at `epochMillis`. */
  def at(epochMillis: Long): UUID = {
    val high = (epochMillis << 16) | 0x7000L | (random.nextLong() & 0x0fffL)
    val low = (random.nextLong() & 0x3fffffffffffffffL) | 0x8000000000000000L
    new UUID(high, low)
  }
}
