package io.headwater.plan.connectors

import java.util.Locale.ROOT

import io.headwater.model.DatasetId
import io.headwater.plan.naming.jdbc.{QuotedNames, SnowflakeAccount}
import io.headwater.plan.naming.{Connector, ConnectorOptions, RemoteDataset}
import io.headwater.plan.sqltext.tokens.SqlDialect

/** The Snowflake connector. Its options are `sfURL`, `sfDatabase`, `sfSchema`, and `dbtable` or `query`.
  * The namespace is the account: `snowflake://org-account`, or `snowflake://locator.region.cloud` for an
  * account locator. Without a schema, also in `db..t`, the schema is `PUBLIC`.
  */
object Snowflake extends Connector("net.snowflake.spark.snowflake.") {
  override val shortNames: Set[String] = Set("snowflake")
  private val defaultSchema = "PUBLIC"

  def source(options: ConnectorOptions): RemoteDataset = options("sfURL", "sfAccount") match {
    case None => RemoteDataset.Unresolved("the options name no account")
    case Some(url) =>
      val dataset = (parts: Vector[String]) => tableId(SnowflakeAccount.of(url), options, parts)
      options("dbtable").filterNot(_.startsWith("(")) match {
        case Some(table) => RemoteDataset.table(dataset(QuotedNames.parts(table)))
        case None =>
          options("query").orElse(options("dbtable").map("SELECT * FROM " + _)) match {
            case Some(text) => RemoteDataset.Query(text, SqlDialect.of("snowflake"), dataset)
            case None => RemoteDataset.Unresolved("the options name neither a table nor a query")
          }
      }
  }

  /** The connector puts a name that is not in upper case into quotes, `"report_date"`, unless `keep_column_case` is set. */
  override def column(name: String): String =
    if (name.length > 2 && name.startsWith("\"") && name.endsWith("\"")) name.drop(1).dropRight(1) else name

  /** A name that needs no quotes is stored in upper case, unless `keep_column_case` is set. Of a query with a `columnmap`, the
    * columns of the map are written, to those that it gives.
    */
  override def written(name: String, options: ConnectorOptions): Option[String] =
    options("columnmap").map(columnMap).fold(Option(name))(_.get(name)).map { target =>
      val keepsCase = options("keep_column_case").exists(value => on(value.toLowerCase(ROOT)))
      if (keepsCase || !target.matches(withoutQuotes)) column(target) else target.toUpperCase(ROOT)
    }

  private val withoutQuotes = "[_a-zA-Z][_0-9a-zA-Z]*"
  private val on = Set("on", "yes", "true", "1", "enabled")

  /** Reads the text of a map, as the connector does: `Map(id -> KEY, day -> DAY)`. */
  private def columnMap(text: String): Map[String, String] =
    text.stripPrefix("Map(").stripSuffix(")").split(',').map(_.split("->").map(_.trim))
      .filter(_.length == 2).map(pair => pair(0) -> pair(1)).toMap

  private def tableId(account: String, options: ConnectorOptions, parts: Vector[String]): DatasetId = {
    def option(name: String) = options(name).flatMap(QuotedNames.parts(_).lastOption)
    val defaults = option("sfDatabase").toVector :+ option("sfSchema").getOrElse(defaultSchema)
    val fullName = defaults.takeRight(2).take((3 - parts.size).max(0)) ++ parts
    DatasetId(
      SnowflakeAccount.namespace(account),
      fullName.map(p => if (p.isEmpty) defaultSchema else p).mkString(".")
    )
  }
}
