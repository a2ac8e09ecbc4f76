package io.headwater.emit.spool

import java.time.Duration

import io.headwater.emit.transport.Retryability

/** How long to leave a backend alone after `failures` in a row: twice as long each time, up to half a minute, of which
  * chance takes up to a half; longer where the backend says so, but no longer than ten minutes. `random` is in [0, 1).
  */
private[spool] final class Backoff(random: () => Double) {
  def millis(failures: Int, retryability: Retryability): Long = {
    val full = math.min(Backoff.most, Backoff.first << math.min(failures - 1, 20))
    val own = (full * (1 - random() / 2)).toLong
    val asked = retryability match {
      case Retryability.Retry(Some(after)) => math.min(after.toMillis, Backoff.mostAsked)
      case _ => 0L
    }
    math.max(own, asked)
  }
}

private[spool] object Backoff {
  val first = 250L
  val most: Long = Duration.ofSeconds(30).toMillis
  val mostAsked: Long = Duration.ofMinutes(10).toMillis
}
