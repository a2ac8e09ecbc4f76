package io.headwater.util

import java.io.Reader

import scala.annotation.tailrec

/** The lines of a text of any length, such as the output of a process. Of a line that is longer than `maxLength` characters,
  * the rest is left out: a process may print without end, and without a line break.
  */
private[headwater] final class BoundedLines(text: Reader, maxLength: Int) {
  private val buffer = new Array[Char](8192)
  private var (from, until) = (0, 0)

  /** Waits for the next line; none at the end of the text. */
  def next(): Option[String] =
    if (from < until || fill()) Some(read(new StringBuilder).stripSuffix("\r")) else None

  @tailrec def foreach(use: String => Unit): Unit = next() match {
    case Some(line) =>
      use(line)
      foreach(use)
    case None => ()
  }

  @tailrec private def read(line: StringBuilder): String = {
    val end = buffer.indexOf('\n', from) match {
      case at if at >= 0 && at < until => at
      case _ => until
    }
    line.appendAll(buffer, from, math.min(end - from, maxLength - line.size))
    val isWhole = end < until
    from = if (isWhole) end + 1 else until
    if (isWhole || !fill()) line.toString else read(line)
  }

  private def fill(): Boolean = {
    from = 0
    until = math.max(0, text.read(buffer, 0, buffer.length))
    until > 0
  }
}
