package io.headwater.util

import java.io.Reader

import scala.annotation.tailrec

/** The lines of a text of any length, such as the output of a process. Of a line that is longer than `maxLength` characters,
  * the rest is left out: a process may print without end, and without a line break.
  */
private[headwater] final class BoundedLines(text: Reader, maxLength: Int) {
  private val buffer = new Array[Char](8192)
  private var (from, until) = (0, 0)
  private var afterReturn = false // whether the last line ended in \r, which a \n may follow

  /** Waits for the next line; none at the end of the text. A line ends as that of a `BufferedReader`. */
  def next(): Option[String] =
    if (hasMore) Some(read(new StringBuilder)) else None

  @tailrec def foreach(use: String => Unit): Unit = next() match {
    case Some(line) =>
      use(line)
      foreach(use)
    case None => ()
  }

  @tailrec private def hasMore: Boolean =
    if (from >= until) fill() && hasMore
    else if (afterReturn && buffer(from) == '\n') {
      from += 1
      afterReturn = false
      hasMore
    } else {
      afterReturn = false
      true
    }

  @tailrec private def read(line: StringBuilder): String = {
    val end = lineEnd(from)
    line.appendAll(buffer, from, math.min(end - from, maxLength - line.size))
    val isWhole = end < until
    afterReturn = isWhole && buffer(end) == '\r'
    from = if (isWhole) end + 1 else until
    if (isWhole || !fill()) line.toString else read(line)
  }

  /** The index of the next line break in the buffer, or its end. */
  @tailrec private def lineEnd(at: Int): Int =
    if (at == until || buffer(at) == '\n' || buffer(at) == '\r') at else lineEnd(at + 1)

  private def fill(): Boolean = {
    from = 0
    until = math.max(0, text.read(buffer, 0, buffer.length))
    until > 0
  }
}
