package io.headwater.shell.logging

import org.slf4j.LoggerFactory

import io.headwater.redaction.{BoundedRedaction, Redactor}
import io.headwater.shell.failures.Failures

/** The agent's only access to the driver's log. Every line passes the redactor, or its parts have. */
final class DriverLog(owner: Class[_], redactor: Redactor = Redactor.default) {
  private val log = LoggerFactory.getLogger(owner)

  def error(text: => String): Unit = if (log.isErrorEnabled) log.error(redactor.text(text))
  def warn(text: => String): Unit = if (log.isWarnEnabled) log.warn(redactor.text(text))
  def info(text: => String): Unit = if (log.isInfoEnabled) log.info(redactor.text(text))
  def debug(text: => String): Unit = if (log.isDebugEnabled) log.debug(redactor.text(text))

  /** An error whose parts are redacted already. As one line, `auth.apiKey: missing` would be a key and its value. */
  def redactedError(text: String): Unit = log.error(text)

  /** A warning that is a constant of the source. It needs no other class of the agent. */
  def constant(text: String): Unit = log.warn(text)

  def warn(text: String, cause: Throwable): Unit = warn(withStack(text, cause))
  def debug(text: String, cause: Throwable): Unit = debug(withStack(text, cause))

  private def withStack(text: String, cause: Throwable): String =
    s"$text\n${BoundedRedaction.stackTrace(Failures.stack(cause))(redactor.stackTrace)}"
}
