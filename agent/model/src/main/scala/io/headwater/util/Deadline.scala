package io.headwater.util

import java.time.Duration
import java.util.concurrent.atomic.AtomicBoolean
import java.util.concurrent.{CountDownLatch, TimeUnit}

import scala.util.{Failure, Success, Try}

/** Runs what may hang on a daemon thread of its own: a caller waits for so long and no longer. */
private[headwater] object Deadline {

  private final class TooLate extends RuntimeException("no answer in time", null, false, false)

  def isTooLate(t: Throwable): Boolean = t.isInstanceOf[TooLate]

  /** The outcome, or a failure for which `isTooLate` holds; then the thread has been interrupted, unless `interrupting`
    * is false: an interrupt closes files that the thread has open, which others may read from, too.
    */
  def within[A](name: String, limit: Duration, interrupting: Boolean = true)(run: => A): Try[A] = {
    val done = new CountDownLatch(1)
    val box = new java.util.concurrent.atomic.AtomicReference[Try[A]](Failure(new TooLate))
    val open = new AtomicBoolean(true)
    val thread = background(name) {
      val outcome = caught(run)
      if (open.getAndSet(false)) box.set(outcome)
      done.countDown()
    }
    try {
      if (!done.await(limit.toMillis, TimeUnit.MILLISECONDS)) {
        if (interrupting) thread.interrupt()
        open.set(false)
      }
      box.get
    } catch {
      case e: InterruptedException =>
        if (interrupting) thread.interrupt()
        Thread.currentThread().interrupt()
        Failure(e)
    }
  }

  def background(name: String)(run: => Unit): Thread = {
    val thread = new Thread(() => run, name)
    thread.setDaemon(true)
    thread.start()
    thread
  }

  /** Transports are code that we do not own, on a class path that we do not own, and may throw anything: whatever it
    * is, it is a failure like any other, and the thread that ran it lives on.
    */
  def caught[A](run: => A): Try[A] =
    try Success(run)
    catch { case e: Throwable => Failure(e) }
}
