package io.headwater.shell.failures

import java.nio.channels.ClosedByInterruptException

import scala.annotation.tailrec

/** Recognises queries and jobs that were cancelled: by job group or tag, by killing a stage in the UI, by stopping the
  * context, or by an interrupt of the thread. Spark exposes this only in the exception's message; from 4.0 on, an error
  * class precedes the message (`SPARK_JOB_CANCELLED`).
  */
object Cancellation {
  private val cancelled = "(?:\\[SPARK_JOB_CANCELLED\\] )?Job \\d+ cancelled\\b".r
  private val failed = "Job aborted due to stage failure"
  private val maxCauses = 50
  private val cause = "Caused by: "

  def apply(failure: Throwable): Boolean = among(failure, maxCauses)

  /** Whether an exception's message reports a cancellation. */
  def inMessage(message: String): Boolean = cancelled.findPrefixOf(message).isDefined

  /** The same for the text of a stack trace. Its first line and its causes have class and message. */
  def inStackTrace(trace: String): Boolean = trace.linesIterator.filterNot(_.startsWith("\t")).exists { line =>
    inMessage(line.stripPrefix(cause).dropWhile(_ != ' ').drop(1))
  }

  /** Causes below a stage failure are not inspected: they are a task's exceptions, which do not cancel the job. */
  @tailrec private def among(failure: Throwable, left: Int): Boolean =
    failure match {
      case null => false
      case _: InterruptedException | _: ClosedByInterruptException => true
      case e =>
        val message = Option(e.getMessage).getOrElse("")
        if (inMessage(message)) true
        else if (left == 0 || message.contains(failed)) false
        else among(e.getCause, left - 1)
    }
}
