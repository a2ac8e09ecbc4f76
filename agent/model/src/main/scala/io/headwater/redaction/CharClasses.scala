package io.headwater.redaction

import scala.annotation.tailrec

/** The characters of words, blanks and quotes, for the scanners of `Redactor`. */
private[headwater] object CharClasses {
  def isWordChar(c: Char): Boolean =
    Character.isLetterOrDigit(c) || c == '_' || c == '.' || c == '-' || c == '$'
  def isQuote(c: Char): Boolean = c == '\'' || c == '"'

  def wordEnd(s: String, from: Int): Int = skip(s, from)(isWordChar)
  def blanksEnd(s: String, from: Int): Int = skip(s, from)(Character.isWhitespace(_))

  /** The first index from `i` on whose character does not satisfy `p`, or the end of the text. */
  @tailrec
  def skip(s: String, i: Int)(p: Char => Boolean): Int =
    if (i < s.length && p(s.charAt(i))) skip(s, i + 1)(p) else i

  /** The index after the quote that closes the literal at `open`, or the end of the text if the literal is not closed.
    * An escaped quote `\'` and a doubled quote `''` do not close a literal; in a raw literal only a doubled quote does
    * not.
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
