package io.headwater.util

import java.time.Duration

import scala.util.{Failure, Try}

/** Calls code of a user on a daemon thread, within a time limit. After one call without an answer it is not called again: each
  * further call could cost that time.
  *
  * @param thread
  *   the name of the thread
  * @param slow
  *   is called once, when the code has not answered in time
  */
private[headwater] final class LimitedCalls(thread: String, limit: Duration, slow: () => Unit = () => ()) {
  private val threads = new DeadlineThreads(thread)
  @volatile private var isSlow = false

  /** The outcome; a failure without a call if an earlier one had no answer. */
  def apply[A](call: => A): Try[A] =
    if (isSlow) Failure(Deadline.timedOut)
    else {
      val outcome = threads.within(limit)(call)
      if (outcome.failed.toOption.exists(Deadline.isTimeout)) {
        isSlow = true
        slow()
      }
      outcome
    }
}
