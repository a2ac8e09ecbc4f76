package io.headwater.model

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
  * }}}
  */
final class Redactor private (keys: SensitiveKeys, pattern: Option[Pattern]) {
  import Redactor.replacement

  private val assignments = new Assignments(keys)

  def isSensitive(key: String): Boolean = keys.matches(key)

  /** A URL or URI, JDBC's included, without user info and without the values of sensitive parameters. */
  def url(url: String): String = patterned(assignments.inUrl(UrlParts.withoutUser(url)))

  /** What of a URL identifies a place: neither user info nor parameters, sensitive or not. The fragment is kept. */
  def bare(url: String): String = assignments.inUrl(UrlParts.place(url))

  /** A statement: values of sensitive options, table properties and settings; URLs within literals and comments. */
  def sql(statement: String): String = patterned(assignments.inSql(statement))

  /** A message, a stack trace, JSON as text: `key=value`, `key: value`, `"key": "value"`, URLs. */
  def text(text: String): String = patterned(assignments.inText(text))

  def property(key: String, value: String): String =
    if (keys.matches(key) || keys.matchesValue(value)) replacement else text(value)

  def properties(all: Map[String, String]): Map[String, String] =
    all.map { case (k, v) => k -> property(k, v) }

  private def patterned(s: String): String =
    pattern.fold(s)(p => Budgeted.replace(p, s, replacement))
}

object Redactor {

  /** Spark's own word for it. */
  val replacement = "*********(redacted)"

  val default: Redactor = new Redactor(SensitiveKeys.default, None)

  /** From the values of `spark.redaction.regex` and `spark.redaction.string.regex` (or that of SQL). `Left` names the
    * setting that is no regular expression.
    */
  def of(keyPattern: Option[String], textPattern: Option[String]): Either[ConfigProblem, Redactor] =
    for {
      keys <- SensitiveKeys.of(keyPattern).left.map(malformed("spark.redaction.regex", keyPattern, _))
      text <- textPattern.filter(_.nonEmpty).map(SensitiveKeys.compile) match {
        case Some(Left(e)) => Left(malformed("spark.redaction.string.regex", textPattern, e))
        case Some(Right(p)) => Right(Some(p))
        case None => Right(None)
      }
    } yield new Redactor(keys, text)

  private def malformed(key: String, value: Option[String], why: String): ConfigProblem =
    ConfigProblem.of(key, value.getOrElse(""), s"not a regular expression ($why); mend or remove it")
}
