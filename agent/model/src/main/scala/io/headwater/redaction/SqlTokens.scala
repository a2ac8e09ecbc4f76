package io.headwater.redaction

import scala.annotation.tailrec

/** A token of a SQL text, in `[from, until)`.
  *
  * @param kind
  *   one of the constants of `SqlToken`
  * @param text
  *   of a word as it is, of a quoted name without its quotes, of an operator as it is; may be empty for a literal
  * @param mayBeName
  *   whether it is a literal in double quotes, with which databases write names
  */
private[redaction] final class SqlToken(
    val kind: Char,
    val text: String,
    val from: Int,
    val until: Int,
    val mayBeName: Boolean = false
)

private[redaction] object SqlToken {
  final val Word = 'w'
  final val Quoted = 'q'
  final val Literal = 'l'
  final val Number = 'n'
  final val Operator = 'o'
  final val Open = '('
  final val Close = ')'
  final val Comma = ','
}

/** Splits a SQL text into tokens, without blanks and comments, in one pass. Any text has tokens: a literal that is not
  * closed ends at the end of the text.
  */
private[redaction] final class SqlTokens(s: String) {
  import CharClasses._
  import SqlToken._
  private var at = SqlTokens.blanksEnd(s, 0)

  /** Passes each token to `take`. */
  def foreach(take: SqlToken => Unit): Unit =
    while (at < s.length) {
      val token = read(at)
      at = SqlTokens.blanksEnd(s, token.until)
      take(token)
    }

  private def read(i: Int): SqlToken = s.charAt(i) match {
    case '(' => new SqlToken(Open, "(", i, i + 1)
    case ')' => new SqlToken(Close, ")", i, i + 1)
    case ',' | ';' => new SqlToken(Comma, s.substring(i, i + 1), i, i + 1)
    case '`' => quoted(i)
    case c if isQuote(c) => literal(i)
    case c if isWord(c) => word(i)
    case '-' if s.startsWith("->", i) => new SqlToken(Operator, "->", i, i + 2)
    case _ =>
      val end = math.max(i + 1, skip(s, i)(c => "=<>!|:".indexOf(c.toInt) >= 0))
      new SqlToken(Operator, s.substring(i, math.min(end, i + 4)), i, end)
  }

  private def word(i: Int): SqlToken = {
    val end = skip(s, i)(c => isWord(c) || c == '.')
    val isRaw =
      end == i + 1 && "rR".indexOf(s.charAt(i).toInt) >= 0 && end < s.length && isQuote(s.charAt(end))
    if (isRaw) new SqlToken(Literal, "", end, literalEnd(s, end, raw = true))
    else if (Character.isDigit(s.charAt(i))) new SqlToken(Number, "", i, end)
    else new SqlToken(Word, s.substring(math.max(i, end - SqlTokens.maxName), end), i, end)
  }

  private def quoted(i: Int): SqlToken = {
    val end = literalEnd(s, i, raw = true)
    new SqlToken(Quoted, inner(i, end), i, end)
  }

  /** A literal in double quotes may be an identifier; then its text is one word. */
  private def literal(i: Int): SqlToken = {
    val end = literalEnd(s, i, raw = false)
    new SqlToken(Literal, inner(i, end), i, end, mayBeName = s.charAt(i) == '"')
  }

  private def inner(open: Int, end: Int): String =
    if (end - open > SqlTokens.maxName) "" else s.substring(open + 1, math.max(open + 1, end - 1))

  private def isWord(c: Char): Boolean = Character.isLetterOrDigit(c) || c == '_' || c == '$'
}

private[redaction] object SqlTokens {
  import CharClasses.skip

  val maxName = 200

  /** Spark's parser takes more characters as blanks than Java, and nests comments. */
  @tailrec def blanksEnd(s: String, i: Int): Int = {
    val next = skip(s, i)(c => Character.isWhitespace(c) || Character.isSpaceChar(c))
    if (s.startsWith("--", next)) blanksEnd(s, lineEnd(s, next))
    else if (s.startsWith("/*", next)) blanksEnd(s, commentEnd(s, next, 0))
    else next
  }

  /** A line ends with either character; a backslash before `\n` continues a comment. */
  @tailrec private def lineEnd(s: String, i: Int): Int = {
    val end = skip(s, i)(c => c != '\n' && c != '\r')
    if (end < s.length && s.charAt(end) == '\n' && s.charAt(end - 1) == '\\') lineEnd(s, end + 1) else end
  }

  @tailrec private def commentEnd(s: String, i: Int, depth: Int): Int = {
    val next = skip(s, i)(c => c != '*' && c != '/')
    if (next >= s.length) s.length
    else if (s.startsWith("/*", next)) commentEnd(s, next + 2, depth + 1)
    else if (!s.startsWith("*/", next)) commentEnd(s, next + 1, depth)
    else if (depth == 1) next + 2
    else commentEnd(s, next + 2, depth - 1)
  }
}
