package io.headwater.redaction

import scala.annotation.tailrec

/** Finds user info in a URL, JDBC's and other home-made forms included: `s://u:p@h`, `custom:u:p@h`,
  * `jdbc:oracle:thin:u/p@//h`, and passwords that hold `@`, `/`, `?`, `#` or `;` unescaped.
  */
private[headwater] object UrlCredentials {

  /** Here the part before the `@` is the container that holds the data. */
  private val containers = Set("abfs", "abfss", "wasb", "wasbs")

  /** Of a URL that holds another one, too: `https://proxy/https://u:p@h`, `?next=https://u:p@h`. */
  def withoutUser(url: String): String = {
    val out = new java.lang.StringBuilder(url.length)
    @tailrec def loop(from: Int): Unit = {
      val next = nested(url, from)
      val part = url.substring(from, next)
      val start = afterScheme(part)
      userEnd(part, start).fold(out.append(part))(at =>
        out.append(part, 0, start).append(part, at + 1, part.length)
      )
      if (next < url.length) loop(next)
    }
    loop(0)
    out.toString
  }

  /** Where the next URL begins, behind the first one's `://`; else the end. */
  private def nested(s: String, from: Int): Int = {
    val first = s.indexOf("://", from)
    val next = if (first < 0) -1 else s.indexOf("://", first + 3)
    if (next < 0) s.length
    else {
      val scheme = s.lastIndexWhere(c => !CharClasses.inWord(c) && c != '+', next - 1) + 1
      if (scheme > first + 3 && scheme < next) scheme else s.length
    }
  }

  /** Without user info, and cut before the first parameter: `?`, `;`, or `key=` after `:`, `,` or `/`. */
  def place(url: String): String = {
    val clean = withoutUser(url)
    val start = afterScheme(clean)
    clean.substring(0, firstParameter(clean, start))
  }

  /** Behind the path, in which `key=value` is a partition; JDBC's URLs have none. */
  def pathEnd(url: String): Int =
    if (url.regionMatches(true, 0, "jdbc:", 0, 5)) 0
    else indexWhere(url, 0, url.length)(c => c == '?' || c == ';' || c == '#')

  private def firstParameter(s: String, from: Int): Int = {
    val mark = indexWhere(s, from, s.length)(c => c == '?' || c == ';')
    if (!s.regionMatches(true, 0, "jdbc:", 0, 5)) mark
    else {
      val equals = s.indexOf('=', from)
      if (equals < 0 || equals > mark) mark
      else math.max(from, s.lastIndexWhere(c => c == ':' || c == ',' || c == '/', equals))
    }
  }

  /** The `@` that ends the user info. The last one before the path counts; where what precedes the path cannot be a
    * list of hosts, the path belongs to the password and a later `@` counts.
    */
  private def userEnd(s: String, from: Int): Option[Int] = {
    val slashes = from >= 2 && s.startsWith("//", from - 2)
    val end = indexWhere(s, from, s.length)(c => c == '?' || c == ';' || c == '#' || (slashes && c == '/'))
    val near = s.lastIndexOf('@', end - 1)
    val at =
      if (near >= from) near
      else {
        val far = s.lastIndexOf('@')
        if (
          far >= from && s.indexOf(':', from) >= 0 && !areHosts(s.substring(from, end)) && !hasParameter(
            s,
            end,
            far
          )
        )
          far
        else -1
      }
    if (at < from || (isContainer(s) && !s.substring(from, at).contains(':'))) None else Some(at)
  }

  private def isContainer(s: String): Boolean =
    containers.contains(s.takeWhile(_ != ':').toLowerCase(java.util.Locale.ROOT))

  private def areHosts(authority: String): Boolean =
    authority.split(',').forall { host =>
      val port = host.substring(host.lastIndexOf(':') + 1)
      host.startsWith("[") || !host.contains(':') || (port.length <= 5 && port.forall(Character.isDigit))
    }

  /** Is there `?k=`, `;k=` or `&k=` between the two? Then an `@` behind it belongs to a parameter. */
  private def hasParameter(s: String, from: Int, until: Int): Boolean = {
    @tailrec def loop(i: Int, named: Boolean): Boolean =
      if (i >= until) false
      else {
        val c = s.charAt(i)
        if (c == '=' && named) true
        else loop(i + 1, c == '?' || c == ';' || c == '&' || (named && CharClasses.inWord(c)))
      }
    loop(from, named = false)
  }

  /** Where scheme and sub-protocols end: `jdbc:oracle:thin:`, `jdbc:hive2://`, `s3a://`, `custom:`. */
  private def afterScheme(s: String): Int = {
    @tailrec def loop(i: Int, more: Int): Int = {
      val colon = indexWhere(s, i, s.length)(c => !CharClasses.inWord(c) && c != '+')
      if (colon == i || colon >= s.length || s.charAt(colon) != ':' || !Character.isLetter(s.charAt(i))) i
      else if (s.startsWith("//", colon + 1)) colon + 3
      else if (more > 0) loop(colon + 1, more - 1)
      else colon + 1
    }
    val depth =
      if (s.regionMatches(true, 0, "jdbc:oracle:", 0, 12)) 2
      else if (s.regionMatches(true, 0, "jdbc:", 0, 5)) 1
      else 0
    loop(0, depth)
  }

  private def indexWhere(s: String, from: Int, until: Int)(p: Char => Boolean): Int = {
    @tailrec def loop(i: Int): Int = if (i >= until || p(s.charAt(i))) i else loop(i + 1)
    loop(math.min(from, until))
  }
}
