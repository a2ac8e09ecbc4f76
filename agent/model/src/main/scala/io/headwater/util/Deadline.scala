package io.headwater.util

import java.time.Duration
import java.util.concurrent.{Callable, Future, FutureTask, TimeUnit, TimeoutException}

import scala.util.{Failure, Try}

/** Runs code that may hang on a daemon thread, so that the caller waits for a limited time only. */
private[headwater] object Deadline {

  private final class DeadlineException extends RuntimeException("no answer in time", null, false, false)

  def isTimeout(t: Throwable): Boolean = t.isInstanceOf[DeadlineException]
  private[util] def timedOut: Throwable = new DeadlineException

  /** Runs `run` on a new daemon thread and waits for it.
    *
    * @param limit
    *   how long to wait
    * @param interrupting
    *   whether to interrupt the thread when the limit is over. An interrupt closes the file channels that the thread
    *   uses; pass false if other threads read from them.
    * @return
    *   the outcome, or a failure for which `isTimeout` is true
    */
  def within[A](name: String, limit: Duration, interrupting: Boolean = true)(run: => A): Try[A] = {
    val task = new FutureTask(attempt(run))
    background(name)(task.run())
    await(task, limit, interrupting)
  }

  private[util] def attempt[A](run: => A): Callable[Try[A]] = () => Attempts.caught(run)

  private[util] def await[A](task: Future[Try[A]], limit: Duration, interrupting: Boolean): Try[A] =
    try task.get(limit.toMillis, TimeUnit.MILLISECONDS)
    catch {
      case _: TimeoutException =>
        task.cancel(interrupting)
        Failure(timedOut)
      case e: InterruptedException =>
        task.cancel(interrupting)
        Thread.currentThread().interrupt()
        Failure(e)
    }

  /** Starts `run` on a daemon thread, and ignores what it throws. */
  def background(name: String)(run: => Unit): Thread = {
    val thread = new Thread(() => { Attempts.caught(run); () }, name)
    thread.setDaemon(true)
    thread.start()
    thread
  }
}
