package io.headwater.plan.sqltext.tokens

import java.util.regex.Pattern

import scala.annotation.tailrec

/** A token of a SQL text. Whitespace and comments are no tokens. */
sealed trait Token
object Token {
  final case class Word(text: String) extends Token

  /** The content of a quoted name. */
  final case class Quoted(name: String) extends Token
  final case class Literal(content: String) extends Token

  /** A number, an operator, a bracket or a comma. */
  final case class Sign(text: String) extends Token

  /** The characters that can precede a literal: `E'\n'`, `N'x'`, `b'01'`, `x'1F'`, `r'\d'`. */
  private val literalPrefixes = "eEnNbBxXrR"

  private val operators = "<>=!|&~^%*+-/:#@?"

  def tokenize(text: String, dialect: SqlDialect): Vector[Token] = {
    @tailrec def loop(at: Int, tokens: Vector[Token]): Vector[Token] =
      if (at >= text.length) tokens
      else {
        val (token, end) = next(text, at, dialect)
        loop(end, tokens ++ token)
      }
    loop(0, Vector.empty)
  }

  /** The token at a position, if there is one, and the position after it. */
  private def next(text: String, at: Int, dialect: SqlDialect): (Option[Token], Int) = {
    val c = text.charAt(at)
    def runEnd(p: Char => Boolean): Int =
      text.indexWhere(!p(_), at) match { case -1 => text.length; case end => end }
    if (Character.isWhitespace(c)) (None, runEnd(Character.isWhitespace(_)))
    else if (text.startsWith("--", at)) (None, runEnd(_ != '\n'))
    else if (text.startsWith("/*", at)) (None, indexAfter(text, "*/", at + 2))
    else if (c == '#' && dialect.backslashEscapes) (None, runEnd(_ != '\n'))
    else
      dialectLiteral(text, at, dialect)
        .fold(standardToken(text, at, dialect, runEnd))(end => (Some(Literal("")), end))
  }

  /** The end of a literal in a syntax that only some databases have. */
  private def dialectLiteral(text: String, at: Int, dialect: SqlDialect): Option[Int] =
    text.charAt(at) match {
      case '$' => dollarQuoted(text, at)
      case 'q' | 'Q' | 'n' | 'N' if dialect.family == SqlDialect.Oracle => oracleQuoted(text, at)
      case '"' | '\'' if dialect.family == SqlDialect.BigQuery => tripleQuoted(text, at)
      case _ => None
    }

  /** A token in the syntax of all dialects.
    *
    * @param runEnd
    *   the end of the characters that meet a condition, from this position on
    */
  private def standardToken(
      text: String,
      at: Int,
      dialect: SqlDialect,
      runEnd: (Char => Boolean) => Int
  ): (Option[Token], Int) = {
    val c = text.charAt(at)
    if (dialect.quotes.contains(c)) quoted(text, at, dialect.quotes(c))
    else if (c == '\'' || c == '"') literal(text, at, dialect.backslashEscapes)
    else if (literalPrefixes.indexOf(c.toInt) >= 0 && text.startsWith("'", at + 1))
      literal(text, at + 1, dialect.backslashEscapes || c == 'e' || c == 'E')
    else if (Character.isLetter(c) || c == '_') {
      val end = runEnd(inName); (Some(Word(text.substring(at, end))), end)
    } else if (c == '.' || Character.isDigit(c))
      number(text, at, dialect, if (c == '.') at + 1 else runEnd(inNumber))
    else if (operators.indexOf(c.toInt) >= 0) sign(text, at)
    else (Some(Sign(c.toString)), at + 1)
  }

  /** `$tag$ … $tag$`; the tag can be empty. */
  private def dollarQuoted(text: String, at: Int): Option[Int] = {
    val end = text.indexWhere(c => !Character.isLetterOrDigit(c) && c != '_', at + 1)
    if (end < 0 || text.charAt(end) != '$') None
    else Some(indexAfter(text, text.substring(at, end + 1), end + 1))
  }

  /** `q'[it's]'` and `nq'!it's!'`: the literal ends with the closing bracket, or with the same character
    * again, and a quote.
    */
  private def oracleQuoted(text: String, at: Int): Option[Int] =
    Vector("q'", "nq'").find(mark => text.regionMatches(true, at, mark, 0, mark.length))
      .map(at + _.length).filter(_ < text.length).map { open =>
        val close = brackets.getOrElse(text.charAt(open), text.charAt(open))
        indexAfter(text, s"$close'", open + 1)
      }

  /** Three quotes of one kind, up to the next three. */
  private def tripleQuoted(text: String, at: Int): Option[Int] =
    Vector("\"\"\"", "'''").find(text.startsWith(_, at)).map(mark => indexAfter(text, mark, at + mark.length))

  private val brackets = Map('[' -> ']', '{' -> '}', '(' -> ')', '<' -> '>')

  /** A sequence of operator characters, up to a comment. */
  private def sign(text: String, at: Int): (Option[Token], Int) = {
    @tailrec def loop(end: Int): Int =
      if (end >= text.length || operators.indexOf(text.charAt(end).toInt) < 0) end
      else if (text.startsWith("--", end) || text.startsWith("/*", end)) end
      else loop(end + 1)
    val end = loop(at + 1)
    (Some(Sign(text.substring(at, end))), end)
  }

  private def inName(c: Char): Boolean = Character.isLetterOrDigit(c) || c == '_' || c == '$' || c == '#'

  /** A number. A form that Spark does not have becomes another number. What only begins with a digit may be a name:
    * `2024_orders`.
    *
    * @param end
    *   the end of the token if it is no number
    */
  private def number(text: String, at: Int, dialect: SqlDialect, end: Int): (Option[Token], Int) = {
    val matcher = numbers.matcher(text).region(at, text.length).useTransparentBounds(true)
    if (!matcher.lookingAt() || (dialect.digitsInNames && matcher.group.contains("_")))
      (Some(Sign(text.substring(at, end))), end)
    else {
      val isWhole = matcher.group.forall(Character.isDigit(_))
      (Some(Sign(if (isWhole) matcher.group else "1.0")), matcher.end)
    }
  }

  /** `1_000`, `1.5e-6`, `.5`, `0x1F` and `0b01`, but no part of a name such as `t.2024_01`. */
  private val numbers = Pattern.compile(
    "(?<![\\w$#\"`\\]).])(?:0[xX][0-9a-fA-F_]++|0[oObB][0-7_]++|" +
      "(?:[0-9][0-9_]*+(?:[.][0-9_]*+)?+|[.][0-9]++)(?:[eE][+-]?[0-9]++)?+)(?![\\w.$])"
  )

  private def inNumber(c: Char): Boolean = Character.isLetterOrDigit(c) || c == '.' || c == '_'

  private def quoted(text: String, at: Int, close: Char): (Option[Token], Int) = {
    val (content, end) = enclosed(text, at + 1, close, backslashEscapes = false)
    (Some(Quoted(content)), end)
  }

  private def literal(text: String, at: Int, backslashEscapes: Boolean): (Option[Token], Int) = {
    val (content, end) = enclosed(text, at + 1, text.charAt(at), backslashEscapes)
    (Some(Literal(content)), end)
  }

  /** The content up to the closing quote. Two quotes in a row stand for one. */
  private def enclosed(text: String, from: Int, close: Char, backslashEscapes: Boolean): (String, Int) = {
    val content = new java.lang.StringBuilder
    @tailrec def loop(i: Int): Int =
      if (i >= text.length) text.length
      else if (backslashEscapes && text.charAt(i) == '\\' && i + 1 < text.length) {
        content.append(text.charAt(i + 1)); loop(i + 2)
      } else if (text.charAt(i) != close) { content.append(text.charAt(i)); loop(i + 1) }
      else if (i + 1 < text.length && text.charAt(i + 1) == close) { content.append(close); loop(i + 2) }
      else i + 1
    val end = loop(from)
    (content.toString, end)
  }

  private def indexAfter(text: String, mark: String, from: Int): Int = {
    val at = text.indexOf(mark, from)
    if (at < 0) text.length else at + mark.length
  }
}
