package io.headwater.shell.failures

import java.nio.channels.ClosedByInterruptException

import scala.annotation.tailrec

/** Whether a query or job ended because somebody wanted it to: its job group or tag was cancelled, its stage killed in
  * the UI, its context stopped, its thread interrupted. Spark tells by the message of the exception alone, and since 4.0
  * by an error class in front of that (`SPARK_JOB_CANCELLED`).
  */
object Cancellation {
  private val cancelled = "(?:\\[SPARK_JOB_CANCELLED\\] )?Job \\d+ cancelled\\b".r
  private val failed = "Job aborted due to stage failure"
  private val longestChain = 50
  private val cause = "Caused by: "

  def apply(failure: Throwable): Boolean = among(failure, longestChain)

  /** Of an exception's message. */
  def says(message: String): Boolean = cancelled.findPrefixOf(message).isDefined

  /** Of a stack trace as a text, whose first line and causes name class and message. */
  def told(trace: String): Boolean = trace.linesIterator.filterNot(_.startsWith("\t")).exists { line =>
    says(line.stripPrefix(cause).dropWhile(_ != ' ').drop(1))
  }

  /** What a task threw stands below the stage's failure, and is no word on who ended the job. */
  @tailrec private def among(failure: Throwable, left: Int): Boolean =
    failure match {
      case null => false
      case _: InterruptedException | _: ClosedByInterruptException => true
      case e =>
        val message = Option(e.getMessage).getOrElse("")
        if (says(message)) true
        else if (left == 0 || message.contains(failed)) false
        else among(e.getCause, left - 1)
    }
}
