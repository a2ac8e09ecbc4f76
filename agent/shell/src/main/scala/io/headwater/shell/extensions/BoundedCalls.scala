package io.headwater.shell.extensions

import java.time.Duration
import java.util.concurrent.atomic.AtomicBoolean

import scala.collection.mutable
import scala.util.Try

import io.headwater.model.ExtensionError
import io.headwater.redaction.Redactor
import io.headwater.shell.meters.ExtensionTimings
import io.headwater.util.{Deadline, DeadlineThreads, Texts, TimeLimit}

/** Calls code of extensions. Each call runs on a daemon thread and has a time limit; whatever it throws becomes an error.
  * A thread whose call has returned serves later calls, because a plan may have thousands of them. An extension that
  * hangs is not called again before its call has returned. The first failure of each kind is logged. Used on one thread
  * only, except for `getter` and `failure`.
  */
final class BoundedCalls(
    limit: Duration,
    loader: ClassLoader,
    redactor: Redactor,
    timings: ExtensionTimings
) {
  private val log = new FailureLog(redactor)
  private val threads = new DeadlineThreads("headwater-extension")
  private val hanging = mutable.HashMap.empty[String, AtomicBoolean] // whether the call still runs
  private val slow = mutable.HashSet.empty[String] // getters
  @volatile private var ofAll = Option.empty[TimeLimit] // set when the application ends

  /** Calls an extension within the time limit.
    *
    * @param extension
    *   the name of the extension
    * @param stage
    *   the purpose of the call, for example `visit LogicalRelation`; evaluated after a failure
    */
  def call[A](extension: String, stage: => String)(run: => A): Either[ExtensionError, A] = {
    val start = System.nanoTime
    val result = untimed(extension, stage)(run)
    val took = (System.nanoTime - start) / 1e6
    timings.add(extension, 1, if (result.isLeft) 1 else 0, took, took)
    result
  }

  /** The same for a call that belongs to no extension, such as the search for extensions. */
  def untimed[A](extension: String, stage: => String)(run: => A): Either[ExtensionError, A] = {
    val millis = math.min(limit.toMillis, ofAll.fold(Long.MaxValue)(_.leftMillis))
    if (hanging.get(extension).exists(_.get))
      Left(ExtensionError(extension, stage, "not called: an earlier call has not returned"))
    else if (millis <= 0)
      Left(ExtensionError(extension, stage, "not called: the application ends, and no time is left"))
    else callOnThread(extension, stage, millis)(run)
  }

  private def callOnThread[A](extension: String, stage: => String, millis: Long)(run: => A)
      : Either[ExtensionError, A] = {
    val runs =
      new AtomicBoolean // not before the thread has begun: a call that is given up by then never runs
    val outcome = threads.within(Duration.ofMillis(millis)) {
      runs.set(true)
      Thread.currentThread.setContextClassLoader(loader)
      try run
      finally runs.set(false)
    }
    outcome.toEither.left.map {
      case e if Deadline.isTimeout(e) =>
        hanging(extension) = runs
        failure(extension, stage, s"no answer within $millis ms", None)
      case e => failure(extension, stage, e)
    }
  }

  /** A method that the configuration allows. Any thread can use it. One that exceeds the time limit is not called
    * again, because each node of a plan would cost that time. The message is redacted.
    */
  def getter(name: String, run: () => Any): Either[String, Any] = synchronized {
    val start = System.nanoTime
    val result =
      if (slow(name)) Left("not called: an earlier call has exceeded the time limit")
      else untimed(name, "getter")(run()).left.map(error => redactor.message(error.message))
    if (result.isLeft && System.nanoTime - start >= limit.toNanos) slow += name
    result
  }

  /** Logs a failure and returns the error for the event. Any thread can use it. */
  def failure(extension: String, stage: String, cause: Throwable): ExtensionError =
    failure(extension, stage, BoundedCalls.describe(cause), Some(cause))

  /** The same for what cannot be used, such as a facet that cannot be sent. */
  def rejected(extension: String, stage: String, reason: String): ExtensionError =
    failure(extension, stage, reason, None)

  private def failure(extension: String, stage: String, reason: String, cause: Option[Throwable])
      : ExtensionError = {
    val error = ExtensionError(extension, stage, reason)
    log(error, cause)
    error
  }

  /** Limits the time of all remaining calls together; used when the application ends. */
  def limitTo(millis: Long): Unit = ofAll = Some(TimeLimit.in(millis))
}

private object BoundedCalls {
  private val maxMessage = 500

  /** The class and the message of an exception; for a reflective call those of its cause. */
  def describe(thrown: Throwable): String = {
    val cause = thrown match {
      case e: java.lang.reflect.InvocationTargetException if e.getCause != null => e.getCause
      case e: ExceptionInInitializerError if e.getCause != null => e.getCause
      case e => e
    }
    val message = Try(Option(cause.getMessage)).toOption.flatten
    s"${cause.getClass.getName}${message.fold("")(m => s": ${Texts.shortened(m, maxMessage)}")}"
  }
}
