package io.headwater.plan.sqltext.tokens

import java.util.Locale.ROOT

/** What a database's SQL does differently, as far as names are concerned.
  *
  * @param quotes
  *   what opens and closes a quoted name
  * @param backslashes
  *   a backslash in a literal escapes what follows, and `#` begins a comment
  * @param fold
  *   what the database makes of a name without quotes
  * @param family
  *   whose words and operators it has beyond the standard's
  * @param arrays
  *   `FROM orders o, o.items i` reads the array `items` of the table before it, and no table of that name
  */
final case class SqlDialect(
    quotes: Map[Char, Char],
    backslashes: Boolean,
    fold: String => String,
    family: SqlDialect.Family = SqlDialect.Other,
    arrays: Boolean = false
) {

  /** Whether the name of what stands in a `FROM` is a value, too: its whole row. */
  def wholeRows: Boolean = family == SqlDialect.Postgres || family == SqlDialect.BigQuery
}

object SqlDialect {

  /** Databases that share the words that no other has. */
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

  private val standard = Map('"' -> '"', '`' -> '`')
  private val lower = SqlDialect(standard, backslashes = false, _.toLowerCase(ROOT))
  private val upper = SqlDialect(standard, backslashes = false, _.toUpperCase(ROOT))
  private val asWritten = SqlDialect(standard, backslashes = false, identity)
  private val backticks = SqlDialect(Map('`' -> '`'), backslashes = true, identity)
  private val brackets = SqlDialect(Map('"' -> '"', '[' -> ']'), backslashes = false, identity, SqlServer)

  private val named = Map(
    "postgresql" -> lower.copy(family = Postgres),
    "redshift" -> lower.copy(family = Postgres, arrays = true),
    "crate" -> lower.copy(family = Postgres),
    "trino" -> lower,
    "cassandra" -> lower,
    "oracle" -> upper.copy(family = Oracle),
    "db2" -> upper,
    "snowflake" -> upper.copy(family = Snowflake),
    "teradata" -> asWritten.copy(family = Teradata),
    "clickhouse" -> backticks.copy(quotes = standard, family = ClickHouse),
    "h2" -> upper,
    "derby" -> upper,
    "mysql" -> backticks.copy(family = MySql),
    "mariadb" -> backticks.copy(family = MySql),
    "bigquery" -> backticks.copy(family = BigQuery, arrays = true),
    "hive2" -> backticks.copy(family = Spark),
    "databricks" -> backticks.copy(family = Spark),
    "sqlserver" -> brackets,
    "jtds" -> brackets
  )

  /** By the name behind `jdbc:`. */
  def of(name: String): SqlDialect = named.getOrElse(name.toLowerCase(ROOT), asWritten)
}
