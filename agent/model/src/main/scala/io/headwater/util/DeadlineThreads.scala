package io.headwater.util

import java.time.Duration
import java.util.concurrent.{SynchronousQueue, ThreadPoolExecutor, TimeUnit}

import scala.util.Try

/** `Deadline.within` for many calls: a thread that has ended its call serves the next one, since the start of a thread can
  * take longer than the call. A call that hangs keeps its thread, and the next one gets another.
  */
private[headwater] final class DeadlineThreads(name: String) {
  private val threads =
    new ThreadPoolExecutor(0, Int.MaxValue, 10, TimeUnit.SECONDS, new SynchronousQueue[Runnable], daemon(_))

  private def daemon(run: Runnable): Thread = {
    val thread = new Thread(run, name)
    thread.setDaemon(true)
    thread
  }

  /** Runs `run` and waits for it.
    *
    * @param limit
    *   how long to wait; then the thread is interrupted
    * @return
    *   the outcome, a failure for which `Deadline.isTimeout` is true, or a failure if this object is closed
    */
  def within[A](limit: Duration)(run: => A): Try[A] =
    Attempts.caught(threads.submit(Deadline.attempt(run)))
      .flatMap(Deadline.await(_, limit, interrupting = true))

  /** Ends the threads without a call; the others end with their calls. */
  def close(): Unit = threads.shutdown()
}
