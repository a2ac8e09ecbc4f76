package io.headwater.shell.failures

import java.io.{PrintWriter, StringWriter}

import io.headwater.model.RunError

/** Why a query failed, from what its end event carries. */
object Failures {
  private val maxStackTrace = 8192
  private val signals = Set(1, 2, 3, 9, 15) // HUP, INT, QUIT, KILL, TERM: what somebody sends

  /** Spark sends an empty message for success; none comes from before Spark 3.4. */
  def of(failure: Option[Throwable], message: Option[String]): Option[RunError] = {
    val told = message.filter(_.nonEmpty)
    failure match {
      case Some(cause) =>
        val text = told.orElse(Option(cause.getMessage)).getOrElse(cause.toString)
        Some(RunError(text, Some(stack(cause)), Cancellation(cause)))
      case None => told.map(text => RunError(text, stopped = Cancellation.says(text)))
    }
  }

  /** Of a streaming query Spark tells the stack trace as a text, which begins with class and message. */
  def told(trace: String): RunError = {
    val message = trace.linesIterator.takeWhile(!_.startsWith("\tat ")).mkString("\n")
    val shown = trace.take(maxStackTrace)
    RunError(if (message.isEmpty) shown else message, Some(shown), Cancellation.told(trace))
  }

  /** An application's exit code: a program that a signal ends has 128 and the signal's number. */
  def exit(code: Int): RunError =
    RunError(s"the application ended with exit code $code", stopped = signals(code - 128))

  /** Cut where it gets long. */
  def stack(cause: Throwable): String = {
    val text = new StringWriter
    cause.printStackTrace(new PrintWriter(text))
    text.toString.take(maxStackTrace)
  }
}
