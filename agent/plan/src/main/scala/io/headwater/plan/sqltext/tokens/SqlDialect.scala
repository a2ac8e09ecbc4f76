package io.headwater.plan.sqltext.tokens

import java.util.Locale.ROOT

/** The differences between the SQL of databases that matter for names.
  *
  * @param quotes
  *   the opening and closing quote of a name
  * @param backslashEscapes
  *   whether a backslash in a literal escapes the next character, and `#` starts a comment
  * @param foldCase
  *   the case that the database gives to a name without quotes
  * @param family
  *   the databases that share keywords and operators beyond the standard
  * @param arraysInFrom
  *   whether `FROM orders o, o.items i` reads the array `items` of the table before it rather than a table
  *   of that name
  * @param impliesRecursion
  *   whether a common table expression that is a union may read itself without the word `RECURSIVE`. Such a database
  *   has no table of that name in mind there.
  * @param aliases
  *   where a query can use the aliases of its own `SELECT` list, beside `GROUP BY` and `ORDER BY`
  * @param sessionValues
  *   names without quotes and brackets that are no columns but values of the session, or the number of the row
  * @param aliasesStandAlone
  *   whether `ORDER BY` takes an alias only as the whole expression: `price` of `abs(price)` is a column
  */
final case class SqlDialect(
    quotes: Map[Char, Char],
    backslashEscapes: Boolean,
    foldCase: String => String,
    family: SqlDialect.Family = SqlDialect.Other,
    arraysInFrom: Boolean = false,
    impliesRecursion: Boolean = false,
    aliases: SqlDialect.Aliases = SqlDialect.NoAliases,
    sessionValues: Set[String] = SqlDialect.keywords,
    aliasesStandAlone: Boolean = false
) {

  /** Whether the name of a relation in a `FROM` clause is also a value: its whole row. */
  def wholeRows: Boolean = family == SqlDialect.Postgres || family == SqlDialect.BigQuery

  /** Whether `doc:a.b` is a path into a document. */
  def documentPaths: Boolean = family == SqlDialect.Snowflake || family == SqlDialect.Spark

  /** Whether names that differ only in case are one name, also in quotes. */
  def ignoresCase: Boolean = foldCase("aA") == "aA" && family != SqlDialect.ClickHouse

  /** The name of a column of `VALUES`, counted from 0. */
  def valueColumn(index: Int): String = family match {
    case SqlDialect.Spark => s"col${index + 1}"
    case SqlDialect.MySql => s"column_$index"
    case _ => s"column${index + 1}"
  }

  /** Whether `1_000` is a name. */
  def digitsInNames: Boolean = family == SqlDialect.MySql || family == SqlDialect.Spark
}

object SqlDialect {

  /** Databases that share keywords that no other database has. */
  sealed trait Family
  case object Postgres extends Family
  case object MySql extends Family
  case object SqlServer extends Family
  case object BigQuery extends Family
  case object Oracle extends Family
  case object Snowflake extends Family
  case object Teradata extends Family
  case object ClickHouse extends Family
  case object Spark extends Family
  case object Other extends Family

  /** Where a query can use the aliases of its own `SELECT` list. A column of the same name comes first. */
  sealed trait Aliases
  case object NoAliases extends Aliases

  /** In the items behind it. */
  case object InList extends Aliases

  /** In the items behind it, in `WHERE`, and in other clauses. */
  case object InClauses extends Aliases

  /** In all items and clauses, where an alias comes before a column of the same name. */
  case object BeforeColumns extends Aliases

  /** Values of the session in all databases. */
  private val keywords = Set(
    "current_catalog",
    "current_date",
    "current_role",
    "current_schema",
    "current_time",
    "current_timestamp",
    "current_user",
    "localtime",
    "localtimestamp"
  )
  private val users = keywords ++ Set("session_user", "user")
  private val oracleValues = users ++ Set("rownum", "sysdate", "systimestamp")

  private val standard = Map('"' -> '"', '`' -> '`')
  private val lowerCase =
    SqlDialect(standard, backslashEscapes = false, _.toLowerCase(ROOT), sessionValues = users)
  private val upperCase =
    SqlDialect(standard, backslashEscapes = false, _.toUpperCase(ROOT), sessionValues = oracleValues)
  private val asWritten =
    SqlDialect(standard, backslashEscapes = false, identity, sessionValues = oracleValues)
  private val backticks = SqlDialect(Map('`' -> '`'), backslashEscapes = true, identity)
  private val brackets =
    SqlDialect(
      Map('"' -> '"', '[' -> ']'),
      backslashEscapes = false,
      identity,
      SqlServer,
      impliesRecursion = true,
      sessionValues = users,
      aliasesStandAlone = true
    )

  private val dialects = Map(
    "postgresql" -> lowerCase.copy(family = Postgres, aliasesStandAlone = true),
    "redshift" -> lowerCase.copy(
      family = Postgres,
      arraysInFrom = true,
      aliases = InList,
      sessionValues = users + "sysdate"
    ),
    "crate" -> lowerCase.copy(family = Postgres),
    "trino" -> lowerCase.copy(sessionValues = keywords),
    "presto" -> lowerCase.copy(sessionValues = keywords),
    "cassandra" -> lowerCase.copy(sessionValues = keywords),
    "oracle" -> upperCase.copy(family = Oracle, impliesRecursion = true),
    "db2" -> upperCase.copy(impliesRecursion = true),
    "as400" -> upperCase.copy(impliesRecursion = true),
    "snowflake" -> upperCase.copy(
      family = Snowflake,
      impliesRecursion = true,
      aliases = InClauses,
      sessionValues = keywords
    ),
    "teradata" -> asWritten.copy(family = Teradata, aliases = InClauses),
    "clickhouse" -> backticks.copy(quotes = standard, family = ClickHouse, aliases = BeforeColumns),
    "ch" -> backticks.copy(quotes = standard, family = ClickHouse, aliases = BeforeColumns),
    "oceanbase" -> backticks.copy(family = MySql),
    "h2" -> upperCase,
    "derby" -> upperCase,
    "hsqldb" -> upperCase,
    "firebirdsql" -> upperCase,
    "sap" -> upperCase,
    "exa" -> upperCase,
    "mysql" -> backticks.copy(family = MySql),
    "mariadb" -> backticks.copy(family = MySql),
    "bigquery" -> backticks.copy(family = BigQuery, arraysInFrom = true),
    "hive2" -> backticks.copy(family = Spark, foldCase = lowerCase.foldCase, aliases = InList),
    "databricks" -> backticks.copy(family = Spark, aliases = InList),
    "duckdb" -> asWritten.copy(aliases = InClauses),
    "sqlserver" -> brackets,
    "jtds" -> brackets
  )

  /** The dialect by the name after `jdbc:`. */
  def of(name: String): SqlDialect = dialects.getOrElse(name.toLowerCase(ROOT), asWritten)
}
