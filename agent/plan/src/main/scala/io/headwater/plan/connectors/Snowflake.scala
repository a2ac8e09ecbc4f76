package io.headwater.plan.connectors

import java.util.Locale.ROOT

import io.headwater.model.DatasetId
import io.headwater.plan.naming.jdbc.QuotedNames
import io.headwater.plan.naming.{ConnectorOptions, PackagedConnector, RemoteDataset}
import io.headwater.plan.sqltext.tokens.SqlDialect

/** The Snowflake connector. Its options are `sfURL`, `sfDatabase`, `sfSchema`, and `dbtable` or `query`.
  * The namespace is the account: `snowflake://org-account`, or `snowflake://locator.region.cloud` for an
  * account locator. `db..t` means the schema `PUBLIC`.
  */
object Snowflake extends PackagedConnector("net.snowflake.spark.snowflake.") {
  override val shortNames: Set[String] = Set("snowflake")

  def source(options: ConnectorOptions): RemoteDataset = options("sfURL", "sfAccount") match {
    case None => RemoteDataset.Unresolved("the options name no account")
    case Some(url) =>
      val dataset = (parts: Vector[String]) => tableId(account(url), options, parts)
      options("dbtable").filterNot(_.startsWith("(")) match {
        case Some(table) => RemoteDataset.table(dataset(QuotedNames.parts(table)))
        case None =>
          options("query").orElse(options("dbtable").map("SELECT * FROM " + _)) match {
            case Some(text) => RemoteDataset.Query(text, SqlDialect.of("snowflake"), dataset)
            case None => RemoteDataset.Unresolved("the options name neither a table nor a query")
          }
      }
  }

  val domain: String = ".snowflakecomputing.com"

  /** The account that an address names, with the region and the cloud that Snowflake means if it names none, as in the
    * published agent: `xy1` is `xy1.us-west-1.aws`. The name of an organization has a hyphen, and no region.
    */
  def account(url: String): String = {
    val host =
      url.replaceFirst("^(?i)(jdbc:snowflake|https?)://", "").takeWhile(c => c != '/' && c != ':' && c != '?')
    val name = if (host.toLowerCase(ROOT).endsWith(domain)) host.dropRight(domain.length) else host
    name.split('.') match {
      case Array(organization) if organization.contains("-") => organization
      case Array(locator) => s"$locator.us-west-1.aws"
      case Array(locator, region) => s"$locator.$region.aws"
      case _ => name
    }
  }

  def namespace(account: String): String = s"snowflake://$account"

  private def tableId(account: String, options: ConnectorOptions, parts: Vector[String]): DatasetId = {
    val defaults = Vector(options("sfDatabase"), options("sfSchema")).flatten
    val fullName = defaults.take((3 - parts.size).max(0)) ++ parts
    DatasetId(namespace(account), fullName.map(p => if (p.isEmpty) "PUBLIC" else p).mkString("."))
  }
}
