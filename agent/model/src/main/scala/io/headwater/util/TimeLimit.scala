package io.headwater.util

import java.time.Duration

/** The time until which something may take, by the clock that nobody sets. */
private[headwater] final class TimeLimit private (end: Long) {

  /** Negative after the limit. */
  def leftNanos: Long = end - System.nanoTime
  def leftMillis: Long = leftNanos / 1000000
}

private[headwater] object TimeLimit {

  /** That of so long from now. */
  def in(duration: Duration): TimeLimit = new TimeLimit(System.nanoTime + duration.toNanos)
  def in(millis: Long): TimeLimit = new TimeLimit(System.nanoTime + millis * 1000000)
}
