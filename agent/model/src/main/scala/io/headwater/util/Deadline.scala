package io.headwater.util

import java.time.Duration
import java.util.concurrent.atomic.{AtomicBoolean, AtomicReference}
import java.util.concurrent.{CountDownLatch, TimeUnit}

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
    val done = new CountDownLatch(1)
    val result = new AtomicReference[Try[A]](Failure(new DeadlineException))
    val waiting = new AtomicBoolean(true)
    val thread = background(name) {
      val outcome = Attempts.caught(run)
      if (waiting.getAndSet(false)) result.set(outcome)
      done.countDown()
    }
    try {
      if (!done.await(limit.toMillis, TimeUnit.MILLISECONDS)) {
        waiting.set(false) // before the interrupt: what it makes `run` throw is not its outcome
        if (interrupting) thread.interrupt()
      }
      result.get
    } catch {
      case e: InterruptedException =>
        if (interrupting) thread.interrupt()
        Thread.currentThread().interrupt()
        Failure(e)
    }
  }

  /** Starts `run` on a daemon thread, and ignores what it throws. */
  def background(name: String)(run: => Unit): Thread = {
    val thread = new Thread(() => { Attempts.caught(run); () }, name)
    thread.setDaemon(true)
    thread.start()
    thread
  }
}
