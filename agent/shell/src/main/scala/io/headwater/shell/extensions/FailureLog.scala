package io.headwater.shell.extensions

import java.util.concurrent.ConcurrentHashMap

import io.headwater.model.ExtensionError
import io.headwater.redaction.{BoundedRedaction, Redactor}
import io.headwater.shell.failures.Failures
import io.headwater.shell.logging.DriverLog

/** Logs the failures of extensions: the first of each kind, with at most [[FailureLog.maxFrames]] frames of each
  * exception. Any thread can use it.
  */
final class FailureLog(redactor: Redactor) {
  private val log = new DriverLog(classOf[FailureLog], redactor)
  private val logged = ConcurrentHashMap.newKeySet[(String, String)]

  def apply(error: ExtensionError, cause: Option[Throwable] = None): Unit = {
    val isFirst =
      logged.size < FailureLog.maxLines && logged.add((error.extension, redactor.message(error.message)))
    if (isFirst) log.warn(
      s"Headwater: extension ${error.extension} failed (${error.stage}): ${error.message}. " +
        "The job is not affected; the events lack the results of this call." +
        cause.fold("")(c => s"\n${stack(c)}")
    )
  }

  private def stack(cause: Throwable): String =
    BoundedRedaction.stackTrace(Failures.stack(cause, FailureLog.maxFrames))(redactor.stackTrace)
}

object FailureLog {
  val maxFrames = 20
  private val maxLines = 100
}
