package io.headwater.redaction

import java.util.regex.Pattern

/** The one place that takes secrets out of what the agent says: events, log lines, names of datasets.
  *
  * Works on strings alone, in time linear to their length, and never throws. What it cannot tell apart it removes:
  * a value may be cut too long, never too short, except where the text itself is ambiguous (a password with a blank
  * in it, unquoted). Done twice it gives the same as once.
  *
  * {{{
  * sql("CREATE TABLE t USING jdbc OPTIONS (password 'x')")  // ... OPTIONS (password '*********(redacted)')
  * url("jdbc:redshift://h:5439/db;UID=u;PWD=x")             // jdbc:redshift://h:5439/db;UID=u;PWD=*********(redacted)
  * bare("jdbc:redshift://h:5439/db;UID=u;PWD=x")            // jdbc:redshift://h:5439/db
  * name("/data/token=5/part")                               // /data/token=5/part
  * }}}
  */
final class Redactor private (
    keys: SensitiveKeys,
    patterns: Vector[Pattern],
    withoutLiterals: Option[String => Option[String]]
) {
  import Redactor.replacement

  private val assignments = new KeyValueScanner(keys)

  /** Whether statements lose their literals. */
  def hidesLiterals: Boolean = withoutLiterals.isDefined

  def isSensitive(key: String): Boolean = keys.matches(key)

  /** A URL or URI, JDBC's included, without user info and without the values of sensitive parameters. */
  def url(url: String): String = known(assignments.inUrl(UrlCredentials.withoutUser(url)))

  /** What of a URL identifies a place: neither user info nor parameters, sensitive or not. The fragment is kept. */
  def bare(url: String): String = assignments.inUrl(UrlCredentials.place(url))

  /** A name of a job, a dataset or a column, as text; what stands between the slashes of a path is part of it, as in
    * the partition `/token=5/`.
    */
  def name(name: String): String = known(assignments.inName(name))

  /** A statement or an expression: values of sensitive options, table properties and settings; URLs within literals and
    * comments. Where literals are to be hidden, all of them, and all of a text that cannot be read.
    */
  def sql(statement: String): String =
    known(assignments.inSql(withoutLiterals.fold(statement)(_(statement).getOrElse(replacement))))

  /** A message, a stack trace, JSON as text: `key=value`, `key: value`, `"key": "value"`, URLs. */
  def text(text: String): String = known(assignments.inText(text))

  /** An error's message. Spark quotes values and statements there, so quotes go where literals do. */
  def message(message: String): String =
    text(if (withoutLiterals.isEmpty) message else ErrorTextRedactor.masked(message))

  /** A stack trace; where literals are to be hidden, without the messages in it. */
  def stackTrace(trace: String): String =
    text(if (withoutLiterals.isEmpty) trace else ErrorTextRedactor.withoutMessages(trace))

  def property(key: String, value: String): String =
    if (keys.matches(key) || keys.matchesValue(value)) replacement else text(value)

  def properties(all: Map[String, String]): Map[String, String] =
    all.map { case (k, v) => k -> property(k, v) }

  /** What gives itself away, and what the user says is secret. */
  private def known(s: String): String =
    patterns.foldLeft(KnownTokens.replaced(s, replacement))((t, p) => BoundedRegex.replace(p, t, replacement))
}

object Redactor {

  /** Spark's own word for it. */
  val replacement = "*********(redacted)"

  val default: Redactor = new Redactor(SensitiveKeys.default, Vector.empty, None)

  /** A redactor with the user's own patterns, in addition to the built-in ones.
    *
    * @param keys
    *   patterns for the names of keys and options whose values are secret
    * @param text
    *   patterns for secrets within any text
    * @param withoutLiterals
    *   returns a statement without its literals, or none if it cannot be parsed; if absent, literals are kept
    */
  def apply(
      keys: Vector[Pattern] = Vector.empty,
      text: Vector[Pattern] = Vector.empty,
      withoutLiterals: Option[String => Option[String]] = None
  ): Redactor = new Redactor(SensitiveKeys.of(keys), text, withoutLiterals)
}
