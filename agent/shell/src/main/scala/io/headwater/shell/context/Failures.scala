package io.headwater.shell.context

import java.io.{PrintWriter, StringWriter}

import io.headwater.model.RunError

/** Why a query failed, from what its end event carries. */
object Failures {
  private val maxStackTrace = 8192

  /** Spark sends an empty message for success; none comes from before Spark 3.4. */
  def of(failure: Option[Throwable], message: Option[String]): Option[RunError] = {
    val told = message.filter(_.nonEmpty)
    failure match {
      case Some(cause) =>
        Some(RunError(told.orElse(Option(cause.getMessage)).getOrElse(cause.toString), Some(stack(cause))))
      case None => told.map(RunError(_))
    }
  }

  /** Cut where it gets long. */
  def stack(cause: Throwable): String = {
    val text = new StringWriter
    cause.printStackTrace(new PrintWriter(text))
    text.toString.take(maxStackTrace)
  }
}
