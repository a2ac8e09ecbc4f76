package io.headwater.redaction

import scala.annotation.tailrec

/** Finds the credentials in command lines whose options have no telling name: `curl -u name:x`, `mysql -p x`,
  * `--param password x`.
  */
private[redaction] object CommandLines {
  import CharClasses._

  /** The option of a program that is a password. For other programs `-p` is a port or a path. */
  private val passwordOptions: Map[String, String] = Map(
    "-p" -> "mysql mysqldump mysqladmin mariadb mariadb-dump sshpass beeline login mongosh mongo",
    "-P" -> "sqlcmd bcp",
    "-w" -> "ldapsearch ldapmodify ldapadd",
    "-a" -> "redis-cli"
  ).flatMap { case (option, programs) => programs.split(' ').map(_ -> option) }

  /** The options of a program that are `name:password`. */
  private val userOptions: Map[String, String] =
    Map("curl" -> "uU", "http" -> "ua", "wget" -> "u", "ldapsearch" -> "u", "elasticdump" -> "u")

  /** Options whose value may be the name of a parameter, with its value as the next word. */
  private val parameterOptions =
    Set("arg", "conf", "config", "env", "header", "option", "param", "parameter", "property", "set", "var")

  private val longUsers = Vector("--user", "--proxy-user")

  /** The text without these credentials; the same instance if there are none. */
  def redacted(s: String, keys: SensitiveKeys): String = if (!s.contains(" -")) s else scan(s, keys)

  private def scan(s: String, keys: SensitiveKeys): String = {
    val copy = new RedactedCopy(s)
    @tailrec def loop(i: Int, program: String): String =
      if (i >= s.length) copy.result
      else if (s.charAt(i) == '\n' || s.charAt(i) == '|' || s.charAt(i) == ';') loop(i + 1, "")
      else if (!isWordChar(s.charAt(i))) loop(i + 1, program)
      else {
        val end = wordEnd(s, i)
        val isOption = s.charAt(i) == '-' && i > 0 && s.charAt(i - 1) == ' '
        val (from, until) = if (isOption) secretOf(s, i, end, program, keys) else (end, end)
        if (until > from) {
          copy.redact(from, until)
          loop(until, program)
        } else loop(end, programAt(s, i, end).getOrElse(program))
      }
    loop(0, "")
  }

  private def programAt(s: String, i: Int, end: Int): Option[String] =
    if (end - i > 12) None
    else Some(s.substring(i, end)).filter(w => passwordOptions.contains(w) || userOptions.contains(w))

  /** The range of the secret after the option in `[i, end)`; empty if there is none. */
  private def secretOf(s: String, i: Int, end: Int, program: String, keys: SensitiveKeys): (Int, Int) = {
    val name = s.substring(i, math.min(end, i + 12)).dropWhile(_ == '-')
    if (parameterOptions(name)) parameter(s, end, keys) else secret(s, i, end, program)
  }

  /** The value after a sensitive name: `--param password x`. */
  private def parameter(s: String, end: Int, keys: SensitiveKeys): (Int, Int) = {
    val name = skip(s, end)(_ == ' ')
    val nameEnd = wordEnd(s, name)
    val value = skip(s, nameEnd)(_ == ' ')
    val isNamed = nameEnd - name < 200 && value > nameEnd && keys.matches(s.substring(name, nameEnd))
    val first = if (value < s.length && isQuote(s.charAt(value))) value + 1 else value
    val isValue = value < s.length && s.charAt(value) != '-' && !s.startsWith(Redactor.replacement, first)
    if (!isNamed || !isValue) (end, end)
    else if (first > value) (first, skip(s, first)(_ != s.charAt(value)))
    else (first, skip(s, first)(!Character.isWhitespace(_)))
  }

  private def secret(s: String, i: Int, end: Int, program: String): (Int, Int) = {
    val value = skip(s, end)(_ == ' ')
    val stop = skip(s, value)(c => !Character.isWhitespace(c) && c != '"' && c != '\'')
    val first = if (value < s.length && isQuote(s.charAt(value))) value + 1 else value
    val last = if (first > value) skip(s, first)(c => !isQuote(c)) else stop
    if (s.startsWith(Redactor.replacement, first)) (end, end)
    else if (isUser(s, i, end, program)) {
      // within the value only: a search to the end of the text, at each option, would be quadratic
      val colon = first + s.substring(first, math.max(first, last)).indexOf(':')
      if (
        colon >= first && colon < last && !s.startsWith("://", colon) && !s.startsWith(
          Redactor.replacement,
          colon + 1
        )
      )
        (colon + 1, last)
      else (end, end)
    } else if (passwordOptions.get(program).exists(s.startsWith(_, i)))
      if (end - i > 2) (i + 2, skip(s, end)(c => !Character.isWhitespace(c))) else (first, last)
    else (end, end)
  }

  /** Whether the option in `[i, end)` is `name:password`, also behind other options (`-su`), or before the name
    * (`-uname:password`).
    */
  private def isUser(s: String, i: Int, end: Int, program: String): Boolean = {
    def is(option: String) = end - i == option.length && s.startsWith(option, i)
    def isShort(names: String) = end - i > 1 && s.charAt(i + 1) != '-' && {
      val isLast = end - i < 8 && names.indexOf(s.charAt(end - 1).toInt) >= 0
      isLast || (names.indexOf(s.charAt(i + 1).toInt) >= 0 && s.startsWith(":", end))
    }
    longUsers.exists(is) || userOptions.get(program).exists(isShort)
  }
}
