package io.headwater.redaction

import scala.annotation.tailrec

/** Removes the values of rows that databases repeat in their errors. They are data, and nothing says which of them is
  * secret.
  *
  * {{{
  * Duplicate entry 'x' for key 'users.email'   // MySQL, MariaDB
  * Failing row contains (1, x).                // PostgreSQL
  * Key (email)=(x) already exists.             // PostgreSQL
  * The duplicate key value is (1, x).          // SQL Server
  * }}}
  */
private[redaction] object RowValues {

  /** @param begin
    *   what is before the values
    * @param isEnd
    *   whether what is behind them begins at an index
    */
  private final case class Form(begin: String, isEnd: (String, Int) => Boolean)

  private val forms = Vector(
    Form("Duplicate entry '", (s, i) => s.startsWith("' for key ", i)),
    Form("Failing row contains (", isSentenceEnd),
    Form("The duplicate key value is (", isSentenceEnd)
  )

  private val keyBegin = "Key ("
  private val keyEnds =
    Vector(") already exists", ") is not present in table", ") is still referenced", ") conflicts with")

  /** The text without the values; the same instance if there are none. */
  def redacted(s: String): String = {
    val clean =
      forms.foldLeft(s)((text, form) => if (text.contains(form.begin)) without(text, form) else text)
    if (clean.contains(keyBegin)) withoutKeys(clean) else clean
  }

  /** If the end is missing, the text was cut: all that follows is removed. */
  private def without(s: String, form: Form): String = {
    val copy = new RedactedCopy(s)
    @tailrec def loop(at: Int): String = {
      val begin = s.indexOf(form.begin, at)
      if (begin < 0) copy.result
      else {
        val from = begin + form.begin.length
        val end = endFrom(s, from, s.length)(form.isEnd(s, _))
        copy.redact(from, end)
        loop(end)
      }
    }
    loop(0)
  }

  /** `Key (a, b)=(x, y) already exists`: the names stay. */
  private def withoutKeys(s: String): String = {
    val copy = new RedactedCopy(s)
    @tailrec def loop(at: Int): String = {
      val begin = s.indexOf(keyBegin, at)
      if (begin < 0) copy.result
      else {
        val limit =
          ValueScanner.orEnd(s, s.indexOf(keyBegin, begin + keyBegin.length)) // so that the time is linear
        val from = endFrom(s, begin, limit)(s.startsWith(")=(", _)) + 3
        val end = endFrom(s, from, limit)(i => keyEnds.exists(s.startsWith(_, i)))
        if (end >= limit) loop(limit)
        else {
          copy.redact(from, end)
          loop(end)
        }
      }
    }
    loop(0)
  }

  @tailrec private def endFrom(s: String, i: Int, limit: Int)(isEnd: Int => Boolean): Int =
    if (i >= limit || isEnd(i)) i else endFrom(s, i + 1, limit)(isEnd)

  /** A value may hold a sentence: the end is that of the line, of a quoted text, or before what PostgreSQL's driver adds. */
  private def isSentenceEnd(s: String, i: Int): Boolean =
    s.startsWith(").", i) && {
      val next = CharClasses.skip(s, i + 2)(_ == ' ')
      next >= s.length || "\n\r\\\"'".indexOf(s.charAt(next).toInt) >= 0 || s.startsWith("Call getNext", next)
    }
}
