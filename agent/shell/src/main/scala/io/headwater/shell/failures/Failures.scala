package io.headwater.shell.failures

import java.io.{PrintWriter, StringWriter}

import io.headwater.model.RunError
import io.headwater.util.Attempts

/** The reasons why queries, streaming queries and applications failed. Their texts are whole: they are redacted before they
  * are cut.
  */
object Failures {
  private val signals = Set(1, 2, 3, 9, 15) // HUP, INT, QUIT, KILL, TERM

  /** The failure of a query, from its end event. Spark sends an empty message for success. From 3.4 on it sends its own
    * errors as JSON; the exception has the text. Other errors it sends with their stack, which is left to the stack trace.
    */
  def of(failure: Option[Throwable], message: Option[String]): Option[RunError] = {
    val text = message.filter(_.nonEmpty)
    failure match {
      case Some(cause) =>
        val described = text.filterNot(_.startsWith("{")).getOrElse(messageOf(cause))
        val isStopped = Attempts.caught(Cancellation(cause)).getOrElse(false)
        Some(RunError(beforeStack(described), Some(stack(cause)), isStopped))
      case None =>
        text.map(t => RunError(t, isStopped = Cancellation.inMessage(t)))
    }
  }

  /** That of an exception whose own methods throw is its class name. */
  private def messageOf(cause: Throwable): String =
    Attempts.caught(Option(cause.getMessage).getOrElse(cause.toString)).getOrElse(cause.getClass.getName)

  /** The failure of a streaming query. Spark provides its stack trace as a text that begins with class and message. */
  def ofStackTrace(trace: String): RunError =
    RunError(beforeStack(trace), Some(trace), Cancellation.inStackTrace(trace))

  /** What a text says before its first frame; all of it if it begins with a frame. */
  private def beforeStack(text: String): String = {
    val message = text.linesIterator.takeWhile(!_.startsWith("\tat ")).mkString("\n")
    if (message.isEmpty) text else message
  }

  /** The failure of an application, from its exit code. After a signal the code is 128 plus the signal's number. */
  def exit(code: Int): RunError =
    RunError(s"the application ended with exit code $code", isStopped = signals(code - 128))

  /** The failure of a Python program under `spark-submit`, which does not tell its exit code. */
  def submit: RunError = RunError("the application ended with an exit code that is not 0")

  /** The stack trace of an exception. An exception whose own methods throw is its class name. */
  def stack(cause: Throwable): String = {
    val text = new StringWriter
    Attempts.caught(cause.printStackTrace(new PrintWriter(text)))
      .fold(_ => cause.getClass.getName, _ => text.toString)
  }

  /** The same with at most `maxFrames` frames of the exception and of each of its causes. */
  def stack(cause: Throwable, maxFrames: Int): String = {
    val lines = stack(cause).linesIterator.toVector
    val frames = lines.scanLeft(0)((n, line) => if (isFrame(line)) n + 1 else 0).drop(1)
    lines.zip(frames).collect {
      case (line, n) if n <= maxFrames => line
      case (_, n) if n == maxFrames + 1 => "\t... and more"
    }.mkString("\n")
  }

  private def isFrame(line: String): Boolean = {
    val text = line.trim
    text.startsWith("at ") || text.startsWith("... ")
  }
}
