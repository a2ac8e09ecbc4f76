package io.headwater.redaction

import scala.annotation.tailrec

/** Finds credentials by their format, without a key before them: access keys and tokens of well-known services, JSON web
  * tokens, the credentials after `Bearer` and `Basic`, and private keys in PEM format. One pass; only the beginnings of
  * words are checked.
  */
private[headwater] object KnownTokens {

  /** The formats by their first character. An array, because it is read at every word of every text. */
  private val formats: Array[Array[TokenFormat]] = {
    val byFirst = TokenFormat.all.groupBy(_.prefix.charAt(0).toInt)
    Array.tabulate(128)(c => byFirst.getOrElse(c, Nil).toArray)
  }

  private val begin = "-----BEGIN "
  private val end = "-----END "

  import TokenFormat.{isAlphanumeric, isDigit, isTokenChar}

  /** The text without tokens; the same instance if there is none. */
  def redacted(s: String): String = {
    val copy = new RedactedCopy(s)
    @tailrec def loop(i: Int): String =
      if (i >= s.length) copy.result
      else
        tokenAt(s, i) match {
          case Some((from, until)) =>
            copy.redact(from, until)
            loop(until)
          case None => loop(i + 1)
        }
    loop(0)
  }

  /** The range to replace, of a token that begins at `i`. */
  private def tokenAt(s: String, i: Int): Option[(Int, Int)] = {
    val c = s.charAt(i)
    if (c == '-') pem(s, i)
    else if (!isAlphanumeric(c)) None
    else if (i == 0 || !isTokenChar(s.charAt(i - 1)) || isEscape(s, i)) word(s, i, c)
    else if (isAlphanumeric(s.charAt(i - 1))) None
    else firstMatch(s, i, formats(c.toInt), 0) // a part of a name: `export_AKIA….csv`
  }

  private def word(s: String, i: Int, c: Char): Option[(Int, Int)] =
    if (c == 'e' && s.startsWith("eyJ", i)) jwt(s, i)
    else if (c == 'B' || c == 'b') scheme(s, i)
    else firstMatch(s, i, formats(c.toInt), 0)

  /** Whether the character before `i` ends an escape, as in a literal: `\n`, `\u003d`, `%20`. */
  private def isEscape(s: String, i: Int): Boolean = {
    def is(at: Int, c: Char) = at >= 0 && s.charAt(at) == c
    def isHex(at: Int) = Character.digit(s.charAt(at), 16) >= 0
    (is(i - 2, '\\') && "bfnrt".indexOf(s.charAt(i - 1).toInt) >= 0) ||
    (is(i - 3, '%') && isHex(i - 2) && isHex(i - 1)) ||
    (is(i - 6, '\\') && is(i - 5, 'u'))
  }

  @tailrec private def firstMatch(
      s: String,
      i: Int,
      candidates: Array[TokenFormat],
      k: Int
  ): Option[(Int, Int)] =
    if (k >= candidates.length) None
    else
      matchAt(s, i, candidates(k)) match {
        case None => firstMatch(s, i, candidates, k + 1)
        case range => range
      }

  private def matchAt(s: String, i: Int, format: TokenFormat): Option[(Int, Int)] =
    if (!s.startsWith(format.prefix, i)) None
    else {
      val from = i + format.prefix.length
      val until = tokenEnd(s, from, format.maxLength + 1)(format.tail)
      val closed = until >= s.length || !isAlphanumeric(s.charAt(until))
      val size = until - from
      if (size >= format.minLength && size <= format.maxLength && closed) Some((i, until)) else None
    }

  /** Three or more parts in base64, separated by dots. The first part is a JSON object, which begins with `eyJ`. */
  private def jwt(s: String, i: Int): Option[(Int, Int)] = {
    val until = CharClasses.skip(s, i)(c => isTokenChar(c) || c == '.')
    val dots = (i until until).count(s.charAt(_) == '.')
    if (dots >= 2 && until - i > 20) Some((i, until)) else None
  }

  /** `Bearer …` and `Basic …`. To tell a credential from the next word of a sentence: it is long and contains a digit;
    * after `Basic`, which is base64, it also contains an upper-case letter.
    */
  private def scheme(s: String, i: Int): Option[(Int, Int)] = {
    val bearer = s.regionMatches(true, i, "bearer ", 0, 7)
    if (!bearer && !s.regionMatches(true, i, "basic ", 0, 6)) None
    else {
      val from = CharClasses.skip(s, s.indexOf(' ', i))(_ == ' ')
      val until = CharClasses.skip(s, from)(c => isTokenChar(c) || "._~+/=".indexOf(c.toInt) >= 0)
      def has(p: Char => Boolean) = (from until until).exists(k => p(s.charAt(k)))
      if (until - from >= 12 && has(isDigit) && (bearer || has(Character.isUpperCase(_)))) Some((from, until))
      else None
    }
  }

  /** The text up to the last line of the key, or up to the end of the text if that line is missing. */
  private def pem(s: String, i: Int): Option[(Int, Int)] =
    if (!s.startsWith(begin, i)) None
    else {
      val label = CharClasses.skip(s, i + begin.length)(c => isAlphanumeric(c) || c == ' ')
      if (!s.substring(i, label).contains("PRIVATE KEY")) None
      else {
        val last = s.indexOf(end, label)
        val close = if (last < 0) -1 else s.indexOf("-----", last + end.length)
        Some((i, if (close < 0) s.length else close + 5))
      }
    }

  private def tokenEnd(s: String, from: Int, maxLength: Int)(tail: Char => Boolean): Int = {
    val limit = math.min(s.length, from + maxLength)
    @tailrec def loop(i: Int): Int = if (i < limit && tail(s.charAt(i))) loop(i + 1) else i
    loop(from)
  }
}
