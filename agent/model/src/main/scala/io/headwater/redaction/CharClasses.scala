package io.headwater.redaction

import scala.annotation.tailrec

/** What the scanners of `Redactor` see as words, blanks and quotes. */
private[headwater] object CharClasses {
  def inWord(c: Char): Boolean = Character.isLetterOrDigit(c) || c == '_' || c == '.' || c == '-' || c == '$'
  def isQuote(c: Char): Boolean = c == '\'' || c == '"'

  def wordEnd(s: String, from: Int): Int = skip(s, from)(inWord)
  def blanksEnd(s: String, from: Int): Int = skip(s, from)(Character.isWhitespace(_))

  @tailrec
  def skip(s: String, i: Int)(p: Char => Boolean): Int =
    if (i < s.length && p(s.charAt(i))) skip(s, i + 1)(p) else i

  /** Behind the quote that closes the literal opened at `open`: `\'` does not close it, `''` does not, in a raw one
    * only a doubled quote does not. The end of the text where it is never closed.
    */
  def literalEnd(s: String, open: Int, raw: Boolean): Int = {
    val quote = s.charAt(open)
    @tailrec def loop(i: Int): Int =
      if (i >= s.length) s.length
      else if (!raw && s.charAt(i) == '\\') loop(i + 2)
      else if (s.charAt(i) != quote) loop(i + 1)
      else if (i + 1 < s.length && s.charAt(i + 1) == quote) loop(i + 2)
      else i + 1
    loop(open + 1)
  }
}
