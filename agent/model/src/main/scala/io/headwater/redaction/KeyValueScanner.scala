package io.headwater.redaction

import scala.annotation.tailrec

/** Finds `key = value` in its many spellings and replaces the values of sensitive keys. One pass from left to right;
  * replaced text is not scanned again.
  */
private[headwater] final class KeyValueScanner(keys: SensitiveKeys) {
  import CharClasses._
  import Redactor.replacement

  def inText(s: String): String = if (hasNoAssignment(s)) s else scan(s, ValueScanner.Text)

  def inName(s: String): String =
    if (hasNoAssignment(s)) s
    else scan(s, if (s.indexOf('?') < 0 || s.contains("://")) ValueScanner.Name else ValueScanner.Text)

  def inUrl(s: String): String =
    if (!s.exists(c => c == '=' || EncodedSigns.isFirst(c))) s else scan(s, ValueScanner.Url)

  def inSql(s: String): String =
    if (hasNoAssignment(s)) s
    else {
      val start = SqlTokens.blanksEnd(s, 0)
      val set =
        s.regionMatches(
          true,
          start,
          "set",
          0,
          3
        ) && s.length > start + 3 && Character.isWhitespace(s.charAt(start + 3))
      scan(s, if (set) ValueScanner.SqlSet else ValueScanner.Sql)
    }

  /** A fast check: most strings of an event contain no assignment. */
  private def hasNoAssignment(s: String): Boolean =
    !s.exists(c => c == '=' || c == ':' || c == '\'' || c == '"' || c == '>' || EncodedSigns.isFirst(c)) &&
      !s.contains(" -") && !s.startsWith("-") && !s.contains("--") && s.indexOf('(') < 0

  private def scan(s: String, values: ValueScanner): String = {
    val out = new java.lang.StringBuilder(s.length + 32)
    @tailrec def loop(i: Int): Unit =
      if (i < s.length) {
        val c = s.charAt(i)
        if (isWordChar(c)) loop(word(s, i, values, out))
        else if (values.sql && (c == '`' || isQuote(c))) loop(literal(s, i, values, out))
        else if (values.sql && s.startsWith("/*", i)) loop(comment(s, i, s.indexOf("*/", i + 2) + 2, out))
        else { out.append(c); loop(i + 1) }
      }
    loop(0)
    out.toString
  }

  /** Handles a word: the key of a value, the scheme of a URL, the prefix of a raw literal, the dashes of a comment, or any
    * other word. Returns the index to continue from, as do all methods with the parameter `out`.
    */
  private def word(s: String, i: Int, values: ValueScanner, out: java.lang.StringBuilder): Int = {
    val end = wordEnd(s, i)
    def isNext(c: Char): Boolean = end < s.length && s.charAt(end) == c
    val dashes = if (values.sql) dashesIn(s, i, end) else -1
    if (dashes == 0) comment(s, i, s.indexOf('\n', i) + 1, out)
    else if (dashes > 0) copy(s, i, i + dashes, out)
    else if (
      values.sql && end == i + 1 && "rR".indexOf(s.charAt(i).toInt) >= 0 && end < s.length && isQuote(
        s.charAt(end)
      )
    )
      raw(s, i, values, out)
    else if (!values.url && isNext(':') && (s.startsWith("://", end) || isJdbc(s, i, end) || isLogin(s, end)))
      url(s, i, values, out)
    else assigned(s, i, end, values, out).getOrElse(copy(s, i, end, out))
  }

  /** How many characters of the word are before the first two dashes in it; -1 if there are none. */
  private def dashesIn(s: String, i: Int, end: Int): Int = {
    @tailrec def loop(at: Int): Int =
      if (at + 1 >= end) -1 else if (s.startsWith("--", at)) at - i else loop(at + 1)
    loop(i)
  }

  /** Replaces the value of the key in `[i, end)`, if there is a value and the key is sensitive. */
  private def assigned(
      s: String,
      i: Int,
      end: Int,
      values: ValueScanner,
      out: java.lang.StringBuilder
  ): Option[Int] = values.separator(s, i, end) match {
    case Some(separator) if isSecret(s, i, end, values) =>
      val spans = values.valueSpans(s, separator)
      if (spans.isEmpty || isNextKey(s, separator, spans.head)) None
      else Some(replaced(s, i, spans, values, out))
    case _ => None
  }

  private def isSecret(s: String, i: Int, end: Int, values: ValueScanner): Boolean =
    keys.matches(s.substring(math.max(i, end - 200), end)) || values.isSecretKeyword(s, i, end, keys)

  /** Replaces what is in the ranges. */
  private def replaced(
      s: String,
      i: Int,
      spans: Vector[(Int, Int)],
      values: ValueScanner,
      out: java.lang.StringBuilder
  ): Int = {
    val from = spans.foldLeft(i) { (done, span) =>
      val before = s.substring(done, span._1)
      val hasComment = values.sql && (before.contains("/*") || before.contains("--"))
      out.append(if (hasComment) inText(before) else before).append(replacement)
      span._2
    }
    // The quote that closes the value is skipped: it must not be taken for an opening quote.
    copy(s, from, if (from < s.length && isQuote(s.charAt(from))) from + 1 else from, out)
  }

  /** Whether what follows a word is no value, but the key of one: `bad token "password": "x"`, `-token password: x`. */
  private def isNextKey(s: String, separator: Separator, span: (Int, Int)): Boolean =
    separator.operator.isEmpty && span._2 - span._1 < 200 && {
      val next = skip(s, span._2)(c => isQuote(c) || c == '\\' || Character.isWhitespace(c))
      def assigns(i: Int) = i < s.length && (s.charAt(i) == ':' || s.charAt(i) == '=')
      (assigns(next) || assigns(span._2 - 1)) && keys.matches(s.substring(span._1, span._2))
    }

  /** Handles a quoted name or a literal in SQL: it is a key, or text that may contain URLs and assignments. A name in
    * backquotes may be the path of a query on files: csv.`https://u:p@h/f?sig=x`.
    */
  private def literal(
      s: String,
      i: Int,
      values: ValueScanner,
      out: java.lang.StringBuilder,
      isRaw: Boolean = false
  ): Int = {
    val end = literalEnd(s, i, raw = isRaw || s.charAt(i) == '`')
    val inner = s.substring(i + 1, math.max(i + 1, end - 1))
    val isKey = inner.length < 200 && keys.matches(inner) && isKeyText(inner)
    if (isKey) {
      out.append(s.charAt(i))
      assigned(s, i + 1, end - 1, values, out).getOrElse(copy(s, i + 1, end, out))
    } else if (s.charAt(i) == '`' && !isUrl(inner) && inner.indexOf('?') < 0) copy(s, i, end, out)
    else quoted(s, i, end, out)
  }

  /** Words, and no command line: `run --password x` is a text, and so is `--password x`. */
  private def isKeyText(s: String): Boolean =
    s.forall(c => isWordChar(c) || c == ' ' || c == '/') && !s.contains(" -") &&
      !(s.startsWith("-") && s.contains(" "))

  private def raw(s: String, i: Int, values: ValueScanner, out: java.lang.StringBuilder): Int = {
    out.append(s.charAt(i))
    literal(s, i + 1, values, out, isRaw = true)
  }

  private def quoted(s: String, i: Int, end: Int, out: java.lang.StringBuilder): Int = {
    val closed = end > i + 1 && s.charAt(end - 1) == s.charAt(i)
    val inner = s.substring(i + 1, if (closed) end - 1 else end)
    out.append(s.charAt(i)).append(if (isUrl(inner)) inUrl(UrlCredentials.withoutUser(inner))
    else inText(inner))
    if (closed) out.append(s.charAt(i))
    end
  }

  private def isUrl(s: String): Boolean =
    s.regionMatches(true, 0, "jdbc:", 0, 5) || s.startsWith("://", skip(s, 0)(c => isWordChar(c) || c == '+'))

  private def isJdbc(s: String, i: Int, end: Int): Boolean =
    end - i == 4 && s.regionMatches(true, i, "jdbc", 0, 4)

  /** Whether `custom:user:password@host`, a URL without slashes, begins here. The search is bounded in length. */
  private def isLogin(s: String, colon: Int): Boolean = {
    val second = wordEnd(s, colon + 1)
    second > colon + 1 && second < s.length && s.charAt(second) == ':' && {
      val limit = math.min(s.length, second + 130)
      val at = s.substring(second, limit).indexWhere(c =>
        c == '@' || Character.isWhitespace(c) || isQuote(c) || c == '='
      )
      at > 1 && s.charAt(second + at) == '@'
    }
  }

  /** Handles a URL in running text. */
  private def url(s: String, i: Int, values: ValueScanner, out: java.lang.StringBuilder): Int = {
    val end = if (s.regionMatches(true, i, "jdbc:", 0, 5)) jdbcEnds(s, i) else urlEnd(s, i)
    val clean = UrlCredentials.withoutUser(s.substring(i, end))
    val path = if (values == ValueScanner.Name) UrlCredentials.pathEnd(clean) else 0
    out.append(clean, 0, path).append(inUrl(clean.substring(path)))
    end
  }

  private def jdbcEnds(s: String, i: Int): Int = {
    @tailrec def loop(end: Int): Int = {
      val further = JdbcPasswords.end(s, i, end, keys)
      if (further > end && further < s.length && !isQuote(s.charAt(further))) loop(urlEnd(s, further))
      else further
    }
    loop(urlEnd(s, i))
  }

  /** A URL ends at a blank, a quote or an angle bracket. Blanks around a `=` belong to it: drivers accept them. */
  @tailrec private def urlEnd(s: String, i: Int): Int = {
    val end = skip(s, i)(c => !Character.isWhitespace(c) && !isQuote(c) && c != '`' && c != '<' && c != '>')
    val equals = blanksEnd(s, end)
    if (end > i && equals > end && s.startsWith("=", equals)) urlEnd(s, blanksEnd(s, equals + 1)) else end
  }

  private def comment(s: String, i: Int, end: Int, out: java.lang.StringBuilder): Int = {
    val stop = if (end <= i + 1) s.length else end
    // `--password x` may be a flag; the dashes then belong to the key
    val isFlag = s.startsWith("--", i) && i + 2 < stop && Character.isLetter(s.charAt(i + 2))
    val text = if (isFlag) i else i + 2
    out.append(s, i, text).append(inText(s.substring(text, stop)))
    stop
  }

  private def copy(s: String, from: Int, until: Int, out: java.lang.StringBuilder): Int = {
    out.append(s, from, until)
    until
  }
}
