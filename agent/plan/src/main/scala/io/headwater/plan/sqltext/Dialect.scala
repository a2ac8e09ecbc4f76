package io.headwater.plan.sqltext

import java.util.Locale.ROOT

/** What a database's SQL does differently, as far as names are concerned.
  *
  * @param quotes
  *   what opens and closes a quoted name
  * @param fold
  *   what the database makes of a name without quotes
  */
final case class Dialect(quotes: Map[Char, Char], backslashes: Boolean, fold: String => String)

object Dialect {
  private val standard = Map('"' -> '"', '`' -> '`')
  private val lower = Dialect(standard, backslashes = false, _.toLowerCase(ROOT))
  private val upper = Dialect(standard, backslashes = false, _.toUpperCase(ROOT))
  private val asWritten = Dialect(standard, backslashes = false, identity)
  private val backticks = Dialect(Map('`' -> '`'), backslashes = true, identity)
  private val brackets = Dialect(Map('"' -> '"', '[' -> ']'), backslashes = false, identity)

  private val named = Map(
    "postgresql" -> lower,
    "redshift" -> lower,
    "crate" -> lower,
    "trino" -> lower,
    "cassandra" -> lower,
    "oracle" -> upper,
    "db2" -> upper,
    "snowflake" -> upper,
    "h2" -> upper,
    "derby" -> upper,
    "mysql" -> backticks,
    "mariadb" -> backticks,
    "bigquery" -> backticks,
    "hive2" -> backticks,
    "databricks" -> backticks,
    "sqlserver" -> brackets,
    "jtds" -> brackets
  )

  /** By the name behind `jdbc:`. */
  def of(name: String): Dialect = named.getOrElse(name.toLowerCase(ROOT), asWritten)
}
