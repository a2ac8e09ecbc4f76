package io.headwater.redaction

import java.util.regex.Pattern

/** Removes secrets from everything that the agent writes: events, log lines and dataset names.
  *
  * It works on strings, in time linear to their length, and never throws. If a value cannot be classified, it is
  * removed: it may be cut too long, but never too short, unless the text itself is ambiguous (an unquoted password that
  * contains a blank). Redacting a redacted text changes nothing, unless its quotes do not match: then the next pass may
  * redact more.
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
  import Redactor.{minValue, replacement}

  private val scanner = new KeyValueScanner(keys)
  private val statements = new SqlSecrets(keys)
  private val expressions = new ExpressionTexts(keys)

  /** Whether literals are removed from statements. */
  def hidesLiterals: Boolean = withoutLiterals.isDefined

  def isSensitive(key: String): Boolean = keys.matches(key)

  /** A URL, URI or JDBC URL without user info and without the values of sensitive parameters. */
  def url(url: String): String = redactTokens(scanner.inUrl(UrlCredentials.withoutUser(url)))

  /** The part of a URL that identifies a location: without user info and without any parameters, but with the fragment. */
  def bare(url: String): String = scanner.inUrl(UrlCredentials.location(url))

  /** The name of a job, a dataset or a column. It is redacted like text, but the segments of a path are kept: the
    * partition `/token=5/` is part of the name.
    */
  def name(name: String): String = redactTokens(scanner.inName(expressions.inName(name)))

  /** The name of a dataset in a namespace that is a URL, such as a bucket: a path, also without a slash in front. */
  def path(path: String): String = name(s"/$path").stripPrefix("/")

  /** A statement or an expression without the values of sensitive options, table properties and settings, and without
    * the credentials of URLs in literals and comments. If literals are to be removed, all literals are removed; a text
    * that cannot be parsed is removed completely.
    */
  def sql(statement: String): String =
    redactTokens(scanner.inSql(
      CommandLines.redacted(
        withoutLiterals.fold(statements.redacted(statement))(_(statement).getOrElse(replacement)),
        keys
      )
    ))

  /** An expression as it is redacted where a query gives it this name. */
  def named(expression: String, name: String): String = {
    val before = "SELECT "
    val after = " AS `" + name.replace("`", "``") + "`"
    val clean = sql(before + expression + after)
    if (clean.startsWith(before) && clean.endsWith(after))
      clean.substring(before.length, clean.length - after.length)
    else replacement
  }

  /** The statement without the literals that it inserts into sensitive columns, if it does not name the columns itself.
    *
    * @param columns
    *   the columns of the table, in their order
    */
  def inserted(statement: String, columns: Seq[String]): String = {
    val sensitive = columns.indices.filter(i => isSensitive(columns(i))).toSet
    if (sensitive.isEmpty) statement else statements.redacted(statement, sensitive)
  }

  /** Replaces the values that the statement has for sensitive names: Spark repeats them without their names in errors,
    * such as `The value 'x' of the type "STRING" cannot be cast`.
    */
  def withoutValuesOf(statement: String)(text: String): String =
    statements.values(statement).filter(_.length >= minValue).sortBy(-_.length)
      .foldLeft(text)((t, value) => t.replace(value, replacement))

  /** A message, a stack trace or JSON as text. Finds `key=value`, `key: value`, `"key": "value"`, URLs, statements,
    * plans, and rows in errors of databases.
    */
  def text(text: String): String = {
    val rows = RowValues.redacted(text)
    val at = if (SqlWords.begins(rows)) 0 else SqlWords.statementIn(rows)
    val clean =
      if (at < 0) rows else rows.substring(0, at) + scanner.inSql(statements.redacted(rows.substring(at)))
    redactTokens(scanner.inText(CommandLines.redacted(
      expressions.inBrackets(expressions.inPlan(clean)),
      keys
    )))
  }

  /** An error message. Spark quotes values and statements there, so if literals are to be removed, quoted text is
    * removed as well.
    */
  def message(message: String): String =
    text(if (withoutLiterals.isEmpty) message else ErrorTextRedactor.masked(message))

  /** A stack trace. If literals are to be removed, the messages in it are removed as well. */
  def stackTrace(trace: String): String =
    text(if (withoutLiterals.isEmpty) trace else ErrorTextRedactor.withoutMessages(trace))

  /** The value of a setting. One that is a JDBC URL has no text around it, so that blanks and quotes belong to it. */
  def property(key: String, value: String): String =
    if (keys.matches(key) || keys.matchesValue(value)) replacement
    else text(if (value.startsWith("jdbc:") && value.indexOf('\n') < 0) url(value) else value)

  def properties(all: Map[String, String]): Map[String, String] =
    all.map { case (k, v) => k -> property(k, v) }

  /** Replaces well-known tokens, and matches of the user's text patterns. */
  private def redactTokens(s: String): String =
    patterns.foldLeft(KnownTokens.redacted(s))((t, p) => BoundedRegex.replace(p, t, replacement))
}

object Redactor {

  /** Whether the names in this namespace may be paths. */
  def hasPaths(namespace: String): Boolean = namespace.contains("://")

  /** Spark's replacement text for secret values. */
  val replacement = "*********(redacted)"

  /** Shorter values would also match parts of words. */
  private val minValue = 4

  /** Sections of a transport's settings in which any option may be a credential. */
  val secretSections: Set[String] = Set("headers", "urlParams")

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
