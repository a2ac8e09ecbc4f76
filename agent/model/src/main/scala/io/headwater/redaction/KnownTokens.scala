package io.headwater.redaction

import scala.annotation.tailrec

/** Finds credentials that give themselves away by their shape, whatever stands before them: access keys and tokens of
  * well-known services, JSON web tokens, what follows `Bearer` and `Basic`, private keys in PEM. One pass; a token is
  * looked for only where a word begins.
  */
private[headwater] object KnownTokens {

  /** `prefix` and then `least` characters or more. */
  private final case class Shape(prefix: String, least: Int, most: Int, tail: Char => Boolean)

  /** By their first character: this is asked at every word of every text. */
  private val shapes: Array[Array[Shape]] = {
    def upper(c: Char): Boolean = (c >= 'A' && c <= 'Z') || isDigit(c)
    def hex(c: Char): Boolean = (c >= 'a' && c <= 'f') || isDigit(c)
    def any(least: Int, prefixes: String*): Seq[Shape] = prefixes.map(Shape(_, least, 1000, inToken))
    val all = Seq(
      Shape("AKIA", 16, 16, upper),
      Shape("ASIA", 16, 16, upper),
      Shape("dapi", 32, 32, hex),
      Shape("AIza", 35, 35, inToken),
      Shape("sk-", 40, 200, isAlphanumeric),
      Shape("npm_", 36, 36, isAlphanumeric)
    ) ++ any(30, "ghp_", "gho_", "ghu_", "ghs_", "ghr_", "github_pat_") ++
      any(16, "xoxb-", "xoxp-", "xoxa-", "xoxr-", "xoxs-", "sk_live_", "rk_live_") ++
      any(20, "glpat-", "sk-ant-", "sk-proj-", "ya29.", "hvs.")
    Array.tabulate(128)(c => all.filter(_.prefix.charAt(0).toInt == c).toArray)
  }

  private val begin = "-----BEGIN "
  private val end = "-----END "

  /** The text with each of them replaced by `by`; the very same text where there is none. */
  def replaced(s: String, by: String): String = {
    val out = new java.lang.StringBuilder
    @tailrec def loop(i: Int, copied: Int): Int =
      if (i >= s.length) copied
      else
        found(s, i) match {
          case Some((from, until)) =>
            out.append(s, copied, from).append(by)
            loop(until, until)
          case None => loop(i + 1, copied)
        }
    val copied = loop(0, 0)
    if (copied == 0) s else out.append(s, copied, s.length).toString
  }

  /** What is to be replaced, of a token that begins at `i`. */
  private def found(s: String, i: Int): Option[(Int, Int)] = {
    val c = s.charAt(i)
    if (c == '-') pem(s, i)
    else if (!isAlphanumeric(c) || (i > 0 && inToken(s.charAt(i - 1)))) None
    else if (c == 'e' && s.startsWith("eyJ", i)) jwt(s, i)
    else if (c == 'B' || c == 'b') scheme(s, i)
    else firstOf(s, i, shapes(c.toInt), 0)
  }

  @tailrec private def firstOf(s: String, i: Int, some: Array[Shape], k: Int): Option[(Int, Int)] =
    if (k >= some.length) None
    else
      shaped(s, i, some(k)) match {
        case None => firstOf(s, i, some, k + 1)
        case found => found
      }

  private def shaped(s: String, i: Int, shape: Shape): Option[(Int, Int)] =
    if (!s.startsWith(shape.prefix, i)) None
    else {
      val from = i + shape.prefix.length
      val until = tokenEnd(s, from, shape.most + 1)(shape.tail)
      val closed = until >= s.length || !isAlphanumeric(s.charAt(until))
      val size = until - from
      if (size >= shape.least && size <= shape.most && closed) Some((i, until)) else None
    }

  /** Parts in base64 with dots between them, three or more; the first is a JSON object. */
  private def jwt(s: String, i: Int): Option[(Int, Int)] = {
    val until = CharClasses.skip(s, i)(c => inToken(c) || c == '.')
    val dots = (i until until).count(s.charAt(_) == '.')
    if (dots >= 2 && until - i > 20) Some((i, until)) else None
  }

  /** `Bearer …` and `Basic …`: a credential is long and holds a digit, one in base64 a capital too, unlike the next word
    * of a sentence.
    */
  private def scheme(s: String, i: Int): Option[(Int, Int)] = {
    val bearer = s.regionMatches(true, i, "bearer ", 0, 7)
    if (!bearer && !s.regionMatches(true, i, "basic ", 0, 6)) None
    else {
      val from = CharClasses.skip(s, s.indexOf(' ', i))(_ == ' ')
      val until = CharClasses.skip(s, from)(c => inToken(c) || "._~+/=".indexOf(c.toInt) >= 0)
      def has(p: Char => Boolean) = (from until until).exists(k => p(s.charAt(k)))
      if (until - from >= 12 && has(isDigit) && (bearer || has(Character.isUpperCase(_)))) Some((from, until))
      else None
    }
  }

  /** All up to the key's last line; up to the end of the text where that is missing. */
  private def pem(s: String, i: Int): Option[(Int, Int)] =
    if (!s.startsWith(begin, i)) None
    else {
      val label = CharClasses.skip(s, i + begin.length)(c => isAlphanumeric(c) || c == ' ')
      if (!s.substring(i, label).endsWith("PRIVATE KEY")) None
      else {
        val last = s.indexOf(end, label)
        val close = if (last < 0) -1 else s.indexOf("-----", last + end.length)
        Some((i, if (close < 0) s.length else close + 5))
      }
    }

  private def tokenEnd(s: String, from: Int, most: Int)(tail: Char => Boolean): Int = {
    val limit = math.min(s.length, from + most)
    @tailrec def loop(i: Int): Int = if (i < limit && tail(s.charAt(i))) loop(i + 1) else i
    loop(from)
  }

  private def isDigit(c: Char): Boolean = c >= '0' && c <= '9'
  private def isAlphanumeric(c: Char): Boolean =
    isDigit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z')
  private def inToken(c: Char): Boolean = isAlphanumeric(c) || c == '_' || c == '-'
}
