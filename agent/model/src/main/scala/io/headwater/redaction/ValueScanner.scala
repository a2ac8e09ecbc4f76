package io.headwater.redaction

import java.util.Locale.ROOT

import scala.annotation.tailrec

/** The text between a key and its value.
  *
  * @param key
  *   the index of the key
  * @param operator
  *   `=`, `:`, `->`, ... or empty
  * @param value
  *   the index of the value
  */
private[headwater] final case class Separator(key: Int, operator: String, value: Int) {
  def isAssignment: Boolean =
    operator.headOption.exists(EncodedSigns.isFirst) || operator.contains("=") || operator.contains(
      ":"
    ) || operator == "->"
}

/** Finds the start and the end of the values of keys, in one syntax: text, names, URLs or SQL. */
private[headwater] sealed abstract class ValueScanner(val sql: Boolean, val url: Boolean) {

  /** The separator between the key in `[i, end)` and its value, or none if no value can follow. */
  def separator(s: String, i: Int, end: Int): Option[Separator] = {
    val operator = gapEnd(s, ValueScanner.keyEnd(s, i, end))
    val operatorEnd = ValueScanner.operatorEnd(s, operator, i)
    val value = gapEnd(s, operatorEnd)
    if (value == end || value >= s.length) None
    else Some(Separator(i, s.substring(operator, operatorEnd), value))
  }

  /** The index after the blanks between a key, an operator and a value. */
  protected def gapEnd(s: String, i: Int): Int = CharClasses.blanksEnd(s, i)

  /** The ranges to replace, in order. */
  def valueSpans(s: String, separator: Separator): Vector[(Int, Int)]

  /** Whether the word precedes a secret in this syntax only. */
  def isSecretKeyword(s: String, i: Int, end: Int, keys: SensitiveKeys): Boolean = false
}

private[headwater] object ValueScanner {
  import CharClasses._

  /** The second word of a key. */
  private val lastWords = Set("key", "phrase", "code", "word")

  case object Text extends TextValues

  /** In a name, `/token=5/` is a directory. */
  case object Name extends TextValues {
    override def separator(s: String, i: Int, end: Int): Option[Separator] =
      if (i > 0 && s.charAt(i - 1) == '/') None else super.separator(s, i, end)
  }

  private[headwater] sealed abstract class TextValues extends ValueScanner(sql = false, url = false) {
    override def separator(s: String, i: Int, end: Int): Option[Separator] =
      XmlValues.separator(
        s,
        i,
        end
      ).orElse(PairValues.separator(s, i, end)).orElse(super.separator(s, i, end))

    /** A key of two words: `secret key: x`, `pass phrase = x`. */
    override def isSecretKeyword(s: String, i: Int, end: Int, keys: SensitiveKeys): Boolean =
      i > 1 && s.charAt(i - 1) == ' ' && lastWords(s.substring(
        i,
        math.min(end, i + 7)
      ).toLowerCase(ROOT)) && {
        val start = s.lastIndexWhere(!isWordChar(_), i - 2) + 1
        start < i - 1 && i - start < 40 && keys.matches(
          s"${s.substring(start, i - 1)}_${s.substring(i, end)}"
        )
      }

    def valueSpans(s: String, separator: Separator): Vector[(Int, Int)] = {
      val flag = separator.operator.isEmpty && s.charAt(separator.key) == '-'
      val tag = separator.operator.startsWith(">") && separator.key > 0 && XmlValues.isTag(s, separator.key)
      val quote = skip(s, separator.value)(_ == '\\')
      if (separator.key > 0 && isSourceFile(s, separator)) Vector.empty
      else if (quote > separator.value && quote < s.length && isQuote(s.charAt(quote)))
        Vector((quote + 1, escapedEnd(s, quote + 1, s.charAt(quote), quote - separator.value)))
      else if (isQuote(s.charAt(separator.value))) Vector(content(s, separator.value, raw = false))
      else if (separator.isAssignment || flag || tag)
        Vector((
          separator.value,
          if (isCookie(s, separator.key)) skip(s, separator.value)(c => c != '\n' && !isQuote(c))
          else wrappedEnd(s, separator.value).getOrElse(UnquotedValue.end(s, separator.value))
        ))
      else Vector.empty
    }

    /** Whether the key is a header with several values: `Cookie: a=x; b=y`. */
    private def isCookie(s: String, key: Int): Boolean =
      s.regionMatches(true, math.max(key, wordEnd(s, key) - 6), "cookie", 0, 6)

    /** The end of a value in nested JSON: the backslashes before a quote that has at most as many as the opening one. */
    @tailrec private def escapedEnd(s: String, from: Int, quote: Char, backslashes: Int): Int = {
      val next = s.indexOf(quote.toInt, from)
      val start = if (next < 0) -1 else s.lastIndexWhere(_ != '\\', next - 1) + 1
      if (next < 0) s.length
      else if (next - start <= backslashes) math.max(from, start)
      else escapedEnd(s, next + 1, quote, backslashes)
    }

    /** The end of a literal of Python that does not begin with its quote, such as `b'x'` or `f"x"`, and of a tuple, a
      * call or a password with brackets: `('u', 'x')`, `SecretStr('x')`, `x(9)y`.
      */
    private def wrappedEnd(s: String, i: Int): Option[Int] = {
      val word = wordEnd(s, i)
      val isPrefix = word - i <= 2 && (i until word).forall(k => "bBfFrRsSuU".indexOf(s.charAt(k).toInt) >= 0)
      if (s.startsWith("(", word) && !s.startsWith(")=", i - 2)) Some(UnquotedValue.callEnd(s, word))
      else if (isPrefix && word < s.length && isQuote(s.charAt(word))) Some(content(s, word, raw = false)._2)
      else None
    }

    /** Whether the key is a file name in a stack trace, such as `(TokenStore.scala:12)`. */
    private def isSourceFile(s: String, separator: Separator): Boolean =
      separator.operator == ":" && {
        val colon = s.lastIndexOf(':', separator.value)
        Vector(".scala", ".java", ".py", ".kt").exists(e => s.startsWith(e, colon - e.length))
      }
  }

  case object Url extends ValueScanner(sql = false, url = true) {
    override def separator(s: String, i: Int, end: Int): Option[Separator] =
      if (s.startsWith("=", blanksEnd(s, end))) {
        val value = blanksEnd(s, end) + 1
        Some(Separator(i, "=", if (value - 1 > end) blanksEnd(s, value) else value))
      } else {
        val operator = EncodedSigns.quoteEnd(s, end)
        val isColon = operator > end && s.startsWith(":", operator)
        val value = if (isColon) operator + 1 else EncodedSigns.operatorEnd(s, operator, i)
        if (value > operator) Some(Separator(i, "=", value)) else None
      }

    /** Parameters that hold a key in the URLs of some services, and something short in others: `?code=`, `&key=`. */
    override def isSecretKeyword(s: String, i: Int, end: Int, keys: SensitiveKeys): Boolean =
      i > 0 && "?&".indexOf(s.charAt(i - 1).toInt) >= 0 && Set("code", "key")(s.substring(i, end)) &&
        skip(s, end)(c => c != '&' && c != '#') - end > 20

    def valueSpans(s: String, separator: Separator): Vector[(Int, Int)] = {
      def startsWith(c: Char): Boolean = separator.value < s.length && s.charAt(separator.value) == c
      val inner =
        if (startsWith('{')) closingBrace(s, separator.value)
        else if (startsWith('\'') || startsWith('"')) literalEnd(s, separator.value, raw = true)
        else separator.value
      val ends = parameterEnds(s, separator.key)
      Vector((separator.value, skip(s, inner)(c => ends.indexOf(c.toInt) < 0)))
    }

    /** What ends the value of a parameter. A driver only splits at its own separator, so that a password may contain the
      * other ones.
      */
    private def parameterEnds(s: String, key: Int): String = {
      val before = s.lastIndexWhere(!Character.isWhitespace(_), key - 1)
      if (!s.regionMatches(true, 0, "jdbc:", 0, 5)) ";&#"
      else if (before >= 0 && "?&".indexOf(s.charAt(before).toInt) >= 0) "&"
      else ";"
    }
  }

  /** The index of the brace that ends a value in braces; of two in a row the first escapes the second. */
  @tailrec private def closingBrace(s: String, from: Int): Int = {
    val end = s.indexOf('}', from)
    if (end >= 0 && s.startsWith("}", end + 1)) closingBrace(s, end + 2) else orEnd(s, end)
  }

  case object Sql extends SqlValues(set = false)

  /** `SET key = value`: the value is the rest of the statement. */
  case object SqlSet extends SqlValues(set = true)

  private[headwater] sealed abstract class SqlValues(set: Boolean)
      extends ValueScanner(sql = true, url = false) {
    override def isSecretKeyword(s: String, i: Int, end: Int, keys: SensitiveKeys): Boolean =
      s.substring(i, end).equalsIgnoreCase("identified")

    override protected def gapEnd(s: String, i: Int): Int = SqlTokens.blanksEnd(s, i)

    /** Whether the key is that of a `SET` behind another statement. */
    private def isLaterSet(s: String, key: Int): Boolean = {
      val word = s.lastIndexWhere(c => !Character.isWhitespace(c) && c != '`', key - 1) - 2
      word > 0 && s.regionMatches(true, word, "set", 0, 3) &&
      s.lastIndexWhere(!Character.isWhitespace(_), word - 1) >= 0 &&
      s.charAt(s.lastIndexWhere(!Character.isWhitespace(_), word - 1)) == ';'
    }

    def valueSpans(s: String, separator: Separator): Vector[(Int, Int)] = {
      val at = keywordsEnd(s, separator.value, 3)
      val open = if (at < s.length && s.charAt(at) == '(') gapEnd(s, at + 1) else at
      if (set && separator.operator == "=") Vector((separator.value, s.length))
      else if (isLiteral(s, open)) literals(s, open, listed = open > at, Vector.empty)
      else if (separator.operator == "=" && isLaterSet(s, separator.key))
        Vector((separator.value, skip(s, separator.value)(_ != ';')))
      else if (open == at && at < s.length && Character.isDigit(s.charAt(at)))
        Vector((at, skip(s, at)(c => !Character.isWhitespace(c) && c != ',' && c != ';' && c != ')')))
      else Vector.empty
    }

    /** A literal and the adjacent ones that Spark concatenates; of a list, all literals up to the end of the list. */
    @tailrec
    private def literals(
        s: String,
        i: Int,
        listed: Boolean,
        spans: Vector[(Int, Int)]
    ): Vector[(Int, Int)] = {
      val next = if (listed) skip(s, i)(c => !isQuote(c) && c != ')')
      else if (isLiteral(s, i)) skip(s, i)(!isQuote(_)) else i
      if (next >= s.length || !isQuote(s.charAt(next))) spans
      else {
        val raw = next > 0 && "rR".indexOf(s.charAt(next - 1).toInt) >= 0
        val end = literalEnd(s, next, raw)
        literals(s, gapEnd(s, end), listed, spans :+ content(s, next, raw))
      }
    }

    private def isLiteral(s: String, i: Int): Boolean =
      i < s.length && (isQuote(s.charAt(i)) ||
        ("rRxXnNeE".indexOf(s.charAt(i).toInt) >= 0 && i + 1 < s.length && isQuote(s.charAt(i + 1))))

    /** The index after keywords that may precede the value: `IDENTIFIED BY 'x'`, `token NOT IN ('x')`. */
    @tailrec
    private def keywordsEnd(s: String, i: Int, maxKeywords: Int): Int = {
      val end = wordEnd(s, i)
      if (
        maxKeywords > 0 && end - i < 12 && end > i && keywords.contains(s.substring(
          i,
          end
        ).toLowerCase(java.util.Locale.ROOT))
      )
        keywordsEnd(s, gapEnd(s, end), maxKeywords - 1)
      else i
    }
  }

  private val keywords =
    Set("by", "is", "like", "ilike", "rlike", "in", "not", "to", "value", "with", "password")

  private def content(s: String, open: Int, raw: Boolean): (Int, Int) = {
    val end = literalEnd(s, open, raw)
    (open + 1, if (end > open + 1 && s.charAt(end - 1) == s.charAt(open)) end - 1 else end)
  }

  /** The index after the key and its closing quote, which is `\"` in nested JSON. A quote that opens the value is not
    * part of the key.
    */
  private def keyEnd(s: String, i: Int, end: Int): Int =
    if (end >= s.length) end
    else if (EncodedSigns.quoteEnd(s, end) > end) EncodedSigns.quoteEnd(s, end)
    else if (s.charAt(end) == '#')
      skip(s, end + 1)(c => Character.isDigit(c) || c == 'L') // an expression id of Spark
    else if (s.charAt(end) == ']' && s.startsWith("=", blanksEnd(s, end + 1)))
      end + 1 // `m[password] = x` in a plan
    else if (s.startsWith(")=(", end)) end + 1 // `Key (name, password)=(x, y)` of PostgreSQL
    else if (s.charAt(end) == '\\') {
      val quote = skip(s, end)(_ == '\\')
      if (quote < s.length && isQuote(s.charAt(quote))) quote + 1 else end
    } else if (isQuote(s.charAt(end)) || s.charAt(end) == '`') {
      val isQuoted = i > 0 && s.charAt(i - 1) == s.charAt(end)
      val next = blanksEnd(s, end + 1)
      val isFollowedByValue =
        next < s.length && (s.charAt(next) == '=' || s.charAt(next) == ':' || isQuote(s.charAt(next)))
      // `os.environ["PASSWORD"] = "x"`
      val isIndex = isQuoted && s.startsWith("]", end + 1) && s.startsWith("=", blanksEnd(s, end + 2))
      if (isIndex) end + 2 else if (isQuoted || isFollowedByValue || s.charAt(end) == '`') end + 1 else end
    } else end

  private def operatorEnd(s: String, i: Int, key: Int): Int =
    if (s.startsWith("->", i)) i + 2
    else if (EncodedSigns.operatorEnd(s, i, key) > i) EncodedSigns.operatorEnd(s, i, key)
    else math.min(i + 4, skip(s, i)(c => "=:<>!~".indexOf(c.toInt) >= 0))

  private[headwater] def orEnd(s: String, i: Int): Int = if (i < 0) s.length else i
}
