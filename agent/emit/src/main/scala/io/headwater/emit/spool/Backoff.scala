package io.headwater.emit.spool

import java.time.Duration

import io.headwater.emit.transport.Retryability

/** Exponential backoff with jitter. The delay doubles with each failure, up to 30 seconds; a random part of up to a half
  * is subtracted. If the backend asks for a longer delay, that applies, up to 10 minutes.
  *
  * @param random
  *   returns a number in [0, 1)
  */
private[spool] final class Backoff(random: () => Double) {

  /** The delay after `failures` failures in a row. */
  def millis(failures: Int, retryability: Retryability): Long = {
    val full = math.min(Backoff.max, Backoff.initial << math.min(failures - 1, 20))
    val delay = (full * (1 - random() / 2)).toLong
    val requested = retryability match {
      case Retryability.Unavailable(Some(after)) => math.min(after.toMillis, Backoff.maxRequested)
      case _ => 0L
    }
    math.max(delay, requested)
  }
}

private[spool] object Backoff {
  val initial = 250L
  val max: Long = Duration.ofSeconds(30).toMillis
  val maxRequested: Long = Duration.ofMinutes(10).toMillis
}
