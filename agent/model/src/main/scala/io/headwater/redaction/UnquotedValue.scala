package io.headwater.redaction

import scala.annotation.tailrec

/** Finds the end of an unquoted value in running text. */
private[headwater] object UnquotedValue {
  import CharClasses._

  /** After so many characters a call ends with its line. */
  private val maxCall = 1000

  private val authSchemes = Set("bearer", "basic", "apikey", "negotiate", "splunk", "token")

  /** Those with several parameters, up to the end of the line. */
  private val longSchemes =
    Set("aws", "aws4-hmac-sha256", "digest", "hawk", "oauth", "sharedkey", "sharedkeylite")

  @tailrec
  def end(s: String, from: Int): Int = {
    val stop = wordStop(s, from)
    val next = blanksEnd(s, stop)
    val scheme = if (stop - from > 16) "" else s.substring(from, stop).toLowerCase(java.util.Locale.ROOT)
    val isArrow = s.startsWith("->", next)
    if (next >= s.length || s.startsWith(Redactor.replacement, from)) stop
    else if (longSchemes(scheme) && next > stop) skip(s, next)(_ != '\n')
    else if (authSchemes(scheme) && next > stop) end(s, next)
    else if (isArrow || s.charAt(next) == '=') end(s, blanksEnd(s, next + (if (isArrow) 2 else 1)))
    else stop
  }

  private def wordStop(s: String, from: Int): Int =
    if (s.startsWith(Redactor.replacement, from)) from + Redactor.replacement.length
    else if (from < s.length && s.charAt(from) == '{') ValueScanner.orEnd(s, s.indexOf('}', from))
    else if (from > 1 && s.startsWith(")=(", from - 2)) ValueScanner.orEnd(s, s.indexOf(')', from))
    else if (isList(s, from)) listEnd(s, from + 1)
    else plainValueEnd(s, from)

  /** Whether a list of literals begins here: `["x", "y"]`, in nested JSON `[\"x\"]`. */
  private def isList(s: String, from: Int): Boolean = {
    val first = blanksEnd(s, from + 1)
    val quote = if (s.startsWith("\\", first)) first + 1 else first
    s.startsWith("[", from) && quote < s.length && isQuote(s.charAt(quote))
  }

  /** The index of the bracket that closes a list of literals, or the end of the text. */
  @tailrec
  private def listEnd(s: String, i: Int): Int =
    if (i >= s.length || s.charAt(i) == ']') i
    else if (s.charAt(i) == '\\') listEnd(s, i + 2)
    else listEnd(s, if (isQuote(s.charAt(i))) literalEnd(s, i, raw = false) else i + 1)

  /** The end of a value with a call or a tuple in it: `f('x')`, `a(b)c`.
    *
    * @param open
    *   the index of the opening bracket
    */
  def callEnd(s: String, open: Int): Int = {
    val end = closingBracket(s, open)
    if (s.startsWith("\n", end)) end else plainValueEnd(s, end)
  }

  /** The index after the bracket that closes the one at `open`; if there is none, the end of the line. The arguments may
    * be in lines of their own. A long call ends with its line, so that no secret in it is cut in two.
    */
  private def closingBracket(s: String, open: Int): Int = {
    @tailrec def loop(i: Int, depth: Int, line: Int): Int =
      if (i >= s.length) s.length
      else if (i - open >= maxCall) math.max(i, line)
      else
        s.charAt(i) match {
          case '\n' => if (continues(s, open, i)) loop(i + 1, depth, lineEnd(s, i + 1)) else i
          case '\\' => loop(if (s.startsWith("\n", i + 1)) i + 1 else i + 2, depth, line)
          case '\'' | '"' => loop(literalEndInLine(s, i, line), depth, line)
          case '(' => loop(i + 1, depth + 1, line)
          case ')' => if (depth == 1) i + 1 else loop(i + 1, depth - 1, line)
          case _ => loop(i + 1, depth, line)
        }
    loop(open, 0, lineEnd(s, open))
  }

  private def lineEnd(s: String, i: Int): Int = ValueScanner.orEnd(s, s.indexOf('\n', i))

  /** Whether the arguments of a call go on in the line after the one that ends at `i`. */
  private def continues(s: String, open: Int, i: Int): Boolean = {
    val last = s.lastIndexWhere(!Character.isWhitespace(_), i - 1)
    last >= open && "(,".indexOf(s.charAt(last).toInt) >= 0
  }

  /** The index after a literal, or after its first quote if the literal is not closed in the line.
    *
    * @param line
    *   the end of the line
    */
  private def literalEndInLine(s: String, open: Int, line: Int): Int = {
    val end = literalEnd(s, open, raw = false)
    if (end > open + 1 && end <= line && s.charAt(end - 1) == s.charAt(open)) end else open + 1
  }

  @tailrec
  private def plainValueEnd(s: String, i: Int): Int =
    if (i >= s.length) s.length
    else {
      val c = s.charAt(i)
      val ends = Character.isWhitespace(c) || isQuote(c) || s.startsWith("</", i) ||
        (",;&".indexOf(c.toInt) >= 0 && separates(s, i + 1)) ||
        (")]}>".indexOf(c.toInt) >= 0 && closes(s, i + 1))
      if (ends) i else plainValueEnd(s, i + 1)
    }

  /** Whether the separator before `i` ends the value: only if a blank, a quote or the next key follows it. */
  private def separates(s: String, i: Int): Boolean = {
    @tailrec def key(j: Int): Boolean =
      j < s.length && j < i + 64 && (if (isWordChar(s.charAt(j)) || (s.charAt(j) == ' ' && j > i)) key(j + 1)
                                     else j > i && "=:".indexOf(s.charAt(j).toInt) >= 0)
    i >= s.length || Character.isWhitespace(s.charAt(i)) || isQuote(s.charAt(i)) || key(i)
  }

  /** Whether the bracket before `i` ends the value. */
  private def closes(s: String, i: Int): Boolean =
    i >= s.length || Character.isWhitespace(s.charAt(i)) || ",;.)]}>\"'<".indexOf(s.charAt(i).toInt) >= 0
}
