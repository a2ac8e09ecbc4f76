package io.headwater.redaction

import scala.annotation.tailrec

/** Finds user info in URLs. JDBC URLs and other forms outside of the standard are included: `s://u:p@h`,
  * `custom:u:p@h`, `jdbc:oracle:thin:u/p@//h`. A password may contain `@`, `/`, `?`, `#` or `;` unescaped.
  */
private[headwater] object UrlCredentials {

  /** Schemes in which the part before the `@` is the name of the storage container. */
  private val containerSchemes = Set("abfs", "abfss", "wasb", "wasbs")

  /** The URL without user info, also of URLs within it: `https://proxy/https://u:p@h`, `?next=https://u:p@h`. */
  def withoutUser(url: String): String = {
    val out = new java.lang.StringBuilder(url.length)
    @tailrec def loop(from: Int): Unit = {
      val next = nextUrl(url, from)
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

  /** The index where the next URL begins after the `://` of the first one, or the end of the text. */
  private def nextUrl(s: String, from: Int): Int = {
    val first = s.indexOf("://", from)
    val next = if (first < 0) -1 else s.indexOf("://", first + 3)
    if (next < 0) s.length
    else {
      val scheme = s.lastIndexWhere(c => !CharClasses.isWordChar(c) && c != '+', next - 1) + 1
      if (scheme >= first + 3 && scheme < next) scheme else s.length
    }
  }

  /** The URL without user info, cut before the first parameter: at `?`, `;`, or `key=` after `:`, `,` or `/`. */
  def location(url: String): String = {
    val clean = withoutUser(url)
    val start = afterScheme(clean)
    clean.substring(0, firstParameter(clean, start))
  }

  /** The index after the path. In a path, `key=value` is a partition. JDBC URLs have no path: 0. */
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

  /** The index of the `@` that ends the user info: the last one before the path. If the text before the path cannot be
    * a list of hosts, the path is part of the password, and the last `@` of all counts.
    */
  private def userEnd(s: String, from: Int): Option[Int] =
    if (s.regionMatches(true, 0, "jdbc:oracle:", 0, 12)) oracleUserEnd(s, from)
    else {
      val at = lastOfUser(s, from)
      if (at < from || (isNamed(s, from) && !s.substring(from, at).contains(':'))) None else Some(at)
    }

  /** Like `userEnd`, but -1 or another index before `from` if there is none. */
  private def lastOfUser(s: String, from: Int): Int = {
    val hasSlashes = from >= 2 && s.startsWith("//", from - 2)
    val end = indexWhere(s, from, s.length)(c => c == '?' || c == ';' || c == '#' || (hasSlashes && c == '/'))
    val beforePath = s.lastIndexOf('@', end - 1)
    val inDomain = if (hasSlashes) domainUserEnd(s, end) else -1
    if (beforePath >= from) beforePath
    else if (inDomain >= 0) inDomain
    else {
      val last = s.lastIndexOf('@')
      val isInUser = last >= from && s.indexOf(':', from) >= 0 && !areHosts(s.substring(from, end))
      if (isInUser && !hasParameter(s, end, last)) last else -1
    }
  }

  /** The index of the `@` that ends the user info of Oracle's driver, which is `user/password`. The password may hold any
    * character, so the last `@` ends it, unless the first one shows that there is no user. A URL of a database inside of
    * the driver, `jdbc:oracle:kprb:user/password`, has no host: it is all user info.
    */
  private def oracleUserEnd(s: String, from: Int): Option[Int] = {
    val last = s.lastIndexOf('@')
    if (s.startsWith("@", from)) Some(from)
    else if (s.startsWith("/@", from)) Some(from + 1)
    else if (last >= from) Some(last)
    else if (s.regionMatches(true, 12, "kprb:", 0, 5) && s.indexOf('/', from) > from) Some(s.length - 1)
    else None
  }

  /** The index of the `@` in `smb://domain;user:password@host`, where the domain ends at `end`; -1 if it is none. */
  private def domainUserEnd(s: String, end: Int): Int = {
    val stop = indexWhere(s, end, s.length)(c => c == '/' || c == '=' || c == '?')
    val at = if (s.startsWith(";", end)) s.lastIndexOf('@', stop - 1) else -1
    if (at > end && !s.startsWith("=", stop)) at else -1
  }

  /** Whether a text without a colon before the `@` is a name: that of a container, or of a folder in a path without `//`,
    * such as `dbfs:/Users/ada@corp.example`.
    */
  private def isNamed(s: String, from: Int): Boolean =
    isContainer(s) || (s.startsWith("/", from) && !s.startsWith("//", math.max(0, from - 2)))

  private def isContainer(s: String): Boolean =
    containerSchemes.contains(s.takeWhile(_ != ':').toLowerCase(java.util.Locale.ROOT))

  private def areHosts(authority: String): Boolean =
    authority.split(',').forall { host =>
      val port = host.substring(host.lastIndexOf(':') + 1)
      host.startsWith("[") || !host.contains(':') || (port.length <= 5 && port.forall(Character.isDigit))
    }

  /** Whether `?k=`, `;k=` or `&k=` occurs between the two indices. If so, an `@` after it belongs to a parameter. */
  private def hasParameter(s: String, from: Int, until: Int): Boolean = {
    @tailrec def loop(i: Int, inKey: Boolean): Boolean =
      if (i >= until) false
      else {
        val c = s.charAt(i)
        if (c == '=' && inKey) true
        else loop(i + 1, c == '?' || c == ';' || c == '&' || (inKey && CharClasses.isWordChar(c)))
      }
    loop(from, inKey = false)
  }

  /** The index after the scheme and its sub-protocols: `jdbc:oracle:thin:`, `jdbc:hive2://`, `s3a://`, `custom:`. */
  private def afterScheme(s: String): Int = {
    @tailrec def loop(i: Int, subProtocols: Int): Int = {
      val colon = indexWhere(s, i, s.length)(c => !CharClasses.isWordChar(c) && c != '+')
      if (colon == i || colon >= s.length || s.charAt(colon) != ':' || !Character.isLetter(s.charAt(i))) i
      else if (s.startsWith("//", colon + 1)) colon + 3
      else if (subProtocols > 0) loop(colon + 1, subProtocols - 1)
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
