package io.headwater.redaction

import scala.annotation.tailrec

/** Finds the end of a JDBC URL in running text, whose password has blanks or quotes: `jdbc:sqlserver://h;password=a b;x=y`. */
private[redaction] object JdbcPasswords {
  import CharClasses._

  /** Bounds each search, so that the time is linear. */
  private val maxPassword = 200

  /** @param value
    *   the index of the password
    * @param separator
    *   what ends a parameter
    */
  private final case class Open(value: Int, separator: Char)

  /** The index where the password of the URL in `[i, end)` ends, if it does not end at `end`: at the separator before the
    * next parameter, at the quote that ends a URL in quotes, or after a password in quotes or braces.
    */
  def end(s: String, i: Int, end: Int, keys: SensitiveKeys): Int =
    if (end >= s.length || !mayGoOn(s.charAt(end)) || quoteOf(s, i).contains(s.charAt(end))) end
    else ofOracle(s, i, end).orElse(
      open(s, i, end, keys).flatMap(password => further(s, end, password, quoteOf(s, i)))
    ).getOrElse(end)

  /** The index after a password in quotes before the host: `jdbc:oracle:thin:user/"a@b"@//h`. */
  private def ofOracle(s: String, i: Int, end: Int): Option[Int] = {
    val isOracle = s.regionMatches(true, i, "jdbc:oracle:", 0, 12) && s.startsWith("/\"", end - 1)
    val close = if (isOracle) s.substring(end, math.min(s.length, end + maxPassword)).indexOf("\"@") else -1
    if (close > 0) Some(end + close + 1) else None
  }

  private def mayGoOn(c: Char): Boolean = isQuote(c) || (Character.isWhitespace(c) && c != '\n')

  /** The quote before a URL. */
  private def quoteOf(s: String, i: Int): Option[Char] =
    if (i > 0 && isQuote(s.charAt(i - 1))) Some(s.charAt(i - 1)) else None

  /** The last password in the URL, unless its separator has ended it. */
  private def open(s: String, i: Int, end: Int, keys: SensitiveKeys): Option[Open] = {
    val first = math.max(i, end - 2 * maxPassword)
    @tailrec def loop(equals: Int): Option[Open] =
      if (equals < first) None
      else {
        val keyEnd = s.lastIndexWhere(!Character.isWhitespace(_), equals - 1) + 1
        val key = math.max(first, s.lastIndexWhere(!isWordChar(_), keyEnd - 1) + 1)
        if (key < keyEnd && keys.matches(s.substring(key, keyEnd))) {
          val isQuery = key > 0 && (s.charAt(key - 1) == '?' || s.charAt(key - 1) == '&')
          Some(Open(math.min(end, blanksEnd(s, equals + 1)), if (isQuery) '&' else ';'))
        } else loop(s.lastIndexOf('='.toInt, equals - 1))
      }
    loop(s.lastIndexOf('='.toInt, end - 1))
      .filter(password => s.substring(password.value, end).indexOf(password.separator.toInt) < 0)
  }

  private def further(s: String, end: Int, password: Open, quote: Option[Char]): Option[Int] = {
    val limit = math.min(s.length, end + maxPassword)
    def isLimit(i: Int): Boolean = i >= limit || s.charAt(i) == '\n' || s.startsWith("jdbc:", i)
    def find(from: Int)(p: Int => Boolean): Option[Int] =
      Iterator.from(from).takeWhile(!isLimit(_)).find(p)
    val first = if (password.value < s.length) s.charAt(password.value) else ' '
    val enclosed =
      if (first == '{') find(end)(s.charAt(_) == '}').map(_ + 1)
      else if (isQuote(first)) find(math.max(end, password.value + 1))(s.charAt(_) == first).map(_ + 1)
      else None
    enclosed.orElse(find(end)(j =>
      quote.contains(s.charAt(j)) || (s.charAt(j) == password.separator && isKey(s, j + 1))
    ))
  }

  private def isKey(s: String, i: Int): Boolean = {
    val start = blanksEnd(s, i)
    val end = skip(s, start)(c => isWordChar(c) || c == ' ')
    end > start && end - start < 64 && s.startsWith("=", end)
  }
}
