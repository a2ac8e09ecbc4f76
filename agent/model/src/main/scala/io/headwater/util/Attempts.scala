package io.headwater.util

import scala.util.control.NonFatal
import scala.util.{Failure, Success, Try}

/** Runs code of others, whose failure costs only its own result. (The last resort for the agent's own errors is `Guard`.)
  */
private[headwater] object Attempts {

  /** Like `Try`, but also catches linkage errors: a library may have another version than its caller expects. */
  def nonFatal[A](run: => A): Try[A] =
    try Success(run)
    catch { case e @ (NonFatal(_) | _: LinkageError) => Failure(e) }

  /** Like `Try`, but catches every error, also fatal ones: transports and extensions are code of others, on a class path
    * of others, and may throw anything. The calling thread must survive it. An `InterruptedException` does not set the
    * interrupt flag again: that would close the file channels that this thread uses next.
    */
  def caught[A](run: => A): Try[A] =
    try Success(run)
    catch { case e: Throwable => Failure(e) }

  /** What `run` throws, also a fatal error. (`Try.failed` of a success makes an exception with a stack trace.) */
  def failure(run: => Unit): Option[Throwable] =
    try { run; None }
    catch { case e: Throwable => Some(e) }

  /** Runs each step, whatever the steps before it throw.
    *
    * @throws java.lang.Throwable
    *   the first failure
    */
  def each(steps: (() => Unit)*): Unit = {
    val failures = steps.flatMap(step => failure(step()))
    failures.headOption.foreach(throw _)
  }
}
