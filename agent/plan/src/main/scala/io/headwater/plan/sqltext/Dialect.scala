package io.headwater.plan.sqltext

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
  */
final case class Dialect(
    quotes: Map[Char, Char],
    backslashes: Boolean,
    fold: String => String,
    family: Dialect.Family = Dialect.Other
)

object Dialect {

  /** Databases that share the words that no other has. */
  sealed trait Family
  case object Postgres extends Family
  case object MySql extends Family
  case object SqlServer extends Family
  case object BigQuery extends Family
  case object Spark extends Family
  case object Other extends Family

  private val standard = Map('"' -> '"', '`' -> '`')
  private val lower = Dialect(standard, backslashes = false, _.toLowerCase(ROOT))
  private val upper = Dialect(standard, backslashes = false, _.toUpperCase(ROOT))
  private val asWritten = Dialect(standard, backslashes = false, identity)
  private val backticks = Dialect(Map('`' -> '`'), backslashes = true, identity)
  private val brackets = Dialect(Map('"' -> '"', '[' -> ']'), backslashes = false, identity, SqlServer)

  private val named = Map(
    "postgresql" -> lower.copy(family = Postgres),
    "redshift" -> lower.copy(family = Postgres),
    "crate" -> lower.copy(family = Postgres),
    "trino" -> lower,
    "cassandra" -> lower,
    "oracle" -> upper,
    "db2" -> upper,
    "snowflake" -> upper,
    "h2" -> upper,
    "derby" -> upper,
    "mysql" -> backticks.copy(family = MySql),
    "mariadb" -> backticks.copy(family = MySql),
    "bigquery" -> backticks.copy(family = BigQuery),
    "hive2" -> backticks.copy(family = Spark),
    "databricks" -> backticks.copy(family = Spark),
    "sqlserver" -> brackets,
    "jtds" -> brackets
  )

  /** By the name behind `jdbc:`. */
  def of(name: String): Dialect = named.getOrElse(name.toLowerCase(ROOT), asWritten)
}
