package io.headwater.redaction

import scala.annotation.tailrec

/** What stands between a key and its value: `operator` is `=`, `:`, `->`, ... or empty; the value starts at `at`. */
private[headwater] final case class Separator(key: Int, operator: String, at: Int) {
  def assigns: Boolean = operator.contains("=") || operator.contains(":") || operator == "->"
}

/** Where the values of sensitive keys start and end, in one of the languages that the agent meets. */
private[headwater] sealed abstract class ValueScanner(val sql: Boolean, val url: Boolean) {

  /** From the key in `[i, end)` to its value; none where no value can follow. */
  def glue(s: String, i: Int, end: Int): Option[Separator] = {
    val blank = CharClasses.blanksEnd(s, ValueScanner.closing(s, i, end))
    val operator = ValueScanner.operatorEnd(s, blank)
    val at = CharClasses.blanksEnd(s, operator)
    if (at == end || at >= s.length) None else Some(Separator(i, s.substring(blank, operator), at))
  }

  /** The parts to be replaced, in order. */
  def spans(s: String, glue: Separator): Vector[(Int, Int)]

  /** Words that announce a secret in this language alone. */
  def names(s: String, i: Int, end: Int): Boolean = false
}

private[headwater] object ValueScanner {
  import CharClasses._

  case object Text extends TextValues

  /** `/token=5/` is a directory's name. */
  case object Name extends TextValues {
    override def glue(s: String, i: Int, end: Int): Option[Separator] =
      if (i > 0 && s.charAt(i - 1) == '/') None else super.glue(s, i, end)
  }

  private[headwater] sealed abstract class TextValues extends ValueScanner(sql = false, url = false) {
    def spans(s: String, glue: Separator): Vector[(Int, Int)] = {
      val flag = glue.operator.isEmpty && s.charAt(glue.key) == '-'
      val tag = glue.operator == ">" && glue.key > 0 && s.charAt(glue.key - 1) == '<'
      if (glue.key > 0 && sourceFile(s, glue)) Vector.empty
      else if (s.charAt(glue.at) == '\\' && glue.at + 1 < s.length && isQuote(s.charAt(glue.at + 1)))
        Vector((glue.at + 2, orEnd(s, s.indexOf(s.substring(glue.at, glue.at + 2), glue.at + 2))))
      else if (isQuote(s.charAt(glue.at))) Vector(content(s, glue.at, raw = false))
      else if (glue.assigns || flag || tag) Vector((glue.at, UnquotedValue.end(s, glue.at)))
      else Vector.empty
    }

    /** `(TokenStore.scala:12)` in a stack trace. */
    private def sourceFile(s: String, glue: Separator): Boolean =
      glue.operator == ":" && {
        val colon = s.lastIndexOf(':', glue.at)
        Vector(".scala", ".java", ".py", ".kt").exists(e => s.startsWith(e, colon - e.length))
      }
  }

  case object Url extends ValueScanner(sql = false, url = true) {
    override def glue(s: String, i: Int, end: Int): Option[Separator] =
      if (end < s.length && s.charAt(end) == '=') Some(Separator(i, "=", end + 1)) else None

    def spans(s: String, glue: Separator): Vector[(Int, Int)] = {
      def open(c: Char): Boolean = glue.at < s.length && s.charAt(glue.at) == c
      val inner =
        if (open('{')) orEnd(s, s.indexOf('}', glue.at))
        else if (open('\'') || open('"')) literalEnd(s, glue.at, raw = true)
        else glue.at
      Vector((glue.at, skip(s, inner)(c => c != ';' && c != '&' && c != '#')))
    }
  }

  case object Sql extends SqlValues(set = false)

  /** `SET key = value`: the value is the rest of the statement. */
  case object SqlSet extends SqlValues(set = true)

  private[headwater] sealed abstract class SqlValues(set: Boolean)
      extends ValueScanner(sql = true, url = false) {
    override def names(s: String, i: Int, end: Int): Boolean =
      s.substring(i, end).equalsIgnoreCase("identified")

    def spans(s: String, glue: Separator): Vector[(Int, Int)] = {
      val at = keywordsEnd(s, glue.at, 3)
      val open = if (at < s.length && s.charAt(at) == '(') blanksEnd(s, at + 1) else at
      if (set && glue.operator == "=") Vector((glue.at, s.length))
      else if (isLiteral(s, open)) literals(s, open, listed = open > at, Vector.empty)
      else if (glue.assigns && open == at && at < s.length && Character.isDigit(s.charAt(at)))
        Vector((at, skip(s, at)(c => !Character.isWhitespace(c) && c != ',' && c != ';' && c != ')')))
      else Vector.empty
    }

    /** A literal and those that Spark concatenates to it; in a list, all up to its end. */
    @tailrec
    private def literals(
        s: String,
        i: Int,
        listed: Boolean,
        found: Vector[(Int, Int)]
    ): Vector[(Int, Int)] = {
      val next = if (listed) skip(s, i)(c => !isQuote(c) && c != ')')
      else if (isLiteral(s, i)) skip(s, i)(!isQuote(_)) else i
      if (next >= s.length || !isQuote(s.charAt(next))) found
      else {
        val raw = next > 0 && "rR".indexOf(s.charAt(next - 1).toInt) >= 0
        val end = literalEnd(s, next, raw)
        literals(s, blanksEnd(s, end), listed, found :+ content(s, next, raw))
      }
    }

    private def isLiteral(s: String, i: Int): Boolean =
      i < s.length && (isQuote(s.charAt(i)) ||
        ("rRxXnNeE".indexOf(s.charAt(i).toInt) >= 0 && i + 1 < s.length && isQuote(s.charAt(i + 1))))

    /** Behind words that may stand before the value: `IDENTIFIED BY 'x'`, `token NOT IN ('x')`. */
    @tailrec
    private def keywordsEnd(s: String, i: Int, left: Int): Int = {
      val end = wordEnd(s, i)
      if (
        left > 0 && end - i < 12 && end > i && keywords.contains(s.substring(
          i,
          end
        ).toLowerCase(java.util.Locale.ROOT))
      )
        keywordsEnd(s, blanksEnd(s, end), left - 1)
      else i
    }
  }

  private val keywords =
    Set("by", "is", "like", "ilike", "rlike", "in", "not", "to", "value", "with", "password")

  private def content(s: String, open: Int, raw: Boolean): (Int, Int) = {
    val end = literalEnd(s, open, raw)
    (open + 1, if (end > open + 1 && s.charAt(end - 1) == s.charAt(open)) end - 1 else end)
  }

  /** Behind the quote that closes a quoted key, `\"key\"` of nested JSON included; a quote that opens the value stays. */
  private def closing(s: String, i: Int, end: Int): Int =
    if (end >= s.length) end
    else if (s.charAt(end) == '\\' && end + 1 < s.length && isQuote(s.charAt(end + 1))) end + 2
    else if (isQuote(s.charAt(end)) || s.charAt(end) == '`') {
      val opened = i > 0 && s.charAt(i - 1) == s.charAt(end)
      val next = blanksEnd(s, end + 1)
      val assigned =
        next < s.length && (s.charAt(next) == '=' || s.charAt(next) == ':' || isQuote(s.charAt(next)))
      if (opened || assigned || s.charAt(end) == '`') end + 1 else end
    } else end

  private def operatorEnd(s: String, i: Int): Int =
    if (s.startsWith("->", i)) i + 2 else math.min(i + 4, skip(s, i)(c => "=:<>!~".indexOf(c.toInt) >= 0))

  private[headwater] def orEnd(s: String, i: Int): Int = if (i < 0) s.length else i
}

/** A value without quotes in running text. */
private[headwater] object UnquotedValue {
  import CharClasses._

  private val schemes = Set("bearer", "basic", "digest", "apikey", "negotiate")

  @tailrec
  def end(s: String, from: Int): Int = {
    val stop = wordStop(s, from)
    val next = blanksEnd(s, stop)
    val scheme =
      stop - from < 12 && schemes.contains(s.substring(from, stop).toLowerCase(java.util.Locale.ROOT))
    val arrow = s.startsWith("->", next)
    if (next >= s.length || s.startsWith(Redactor.replacement, from)) stop
    else if (scheme && next > stop) end(s, next)
    else if (arrow || s.charAt(next) == '=') end(s, blanksEnd(s, next + (if (arrow) 2 else 1)))
    else stop
  }

  private def wordStop(s: String, from: Int): Int =
    if (s.startsWith(Redactor.replacement, from)) from + Redactor.replacement.length
    else if (from < s.length && s.charAt(from) == '{') ValueScanner.orEnd(s, s.indexOf('}', from))
    else loop(s, from)

  @tailrec
  private def loop(s: String, i: Int): Int =
    if (i >= s.length) s.length
    else {
      val c = s.charAt(i)
      val ends = Character.isWhitespace(c) || ";&<>\"'".indexOf(c.toInt) >= 0 ||
        (c == ',' && separates(s, i + 1)) || (")]}".indexOf(c.toInt) >= 0 && closes(s, i + 1))
      if (ends) i else loop(s, i + 1)
    }

  /** A comma is part of the value unless a blank or the next key follows it. */
  private def separates(s: String, i: Int): Boolean = {
    @tailrec def key(j: Int): Boolean =
      j < s.length && j < i + 64 && (if (inWord(s.charAt(j))) key(j + 1)
                                     else j > i && "=:".indexOf(s.charAt(j).toInt) >= 0)
    i >= s.length || Character.isWhitespace(s.charAt(i)) || isQuote(s.charAt(i)) || key(i)
  }

  private def closes(s: String, i: Int): Boolean =
    i >= s.length || Character.isWhitespace(s.charAt(i)) || ",;.)]}\"'".indexOf(s.charAt(i).toInt) >= 0
}
