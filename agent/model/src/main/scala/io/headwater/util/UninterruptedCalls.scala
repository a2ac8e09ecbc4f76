package io.headwater.util

import java.time.Duration
import java.util.concurrent.atomic.AtomicBoolean

import scala.util.{Failure, Try}

/** Calls a service that may be slow for a while, such as a metastore, on another thread within a time limit. That thread is
  * not interrupted, because an interrupt closes the file channels that it shares with other threads. So a call that exceeds
  * the limit runs on, and nothing else is called before it has returned. After it, calls have the short limit until one
  * answers: a service that stays slow costs little time.
  *
  * @param thread
  *   the name of the thread
  * @param limit
  *   how long to wait for an answer
  * @param shortLimit
  *   how long to wait if the last call has exceeded its limit
  */
private[headwater] final class UninterruptedCalls(
    thread: String,
    limit: Duration,
    shortLimit: Duration = Duration.ofSeconds(2)
) {
  @volatile private var slow: AtomicBoolean = _ // whether the last call still runs, if it was too slow

  /** Whether the last call has exceeded its limit. */
  def isLate: Boolean = slow != null

  /** The outcome; a failure for which `Deadline.isTimeout` is true if there is no answer in time, and without a call while
    * an earlier one still runs.
    */
  def apply[A](call: => A): Try[A] = {
    val last = slow // other threads may call the service, too
    if (last != null && last.get) Failure(Deadline.timedOut)
    else {
      val runs =
        new AtomicBoolean // not before the thread has begun: a call that is given up by then never runs
      val outcome =
        Deadline.within(thread, if (last != null) shortLimit else limit, interrupting = false) {
          runs.set(true)
          try call
          finally runs.set(false)
        }
      outcome match {
        case Failure(e) if Deadline.isTimeout(e) => slow = runs
        case _ => if (slow eq last) slow = null // not if another call has become slow meanwhile
      }
      outcome
    }
  }
}
