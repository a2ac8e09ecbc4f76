package io.headwater.plan.tables

import java.net.URI
import java.util.Locale.ROOT

import scala.util.Try

import org.apache.spark.sql.connector.catalog.Identifier

import io.headwater.model.{DatasetId, Symlink}
import io.headwater.plan.naming.Identifiers
import io.headwater.plan.naming.jdbc.SnowflakeAccount
import io.headwater.plan.session.AwsAccount

/** A service that hosts Iceberg tables. A table has the name that the service gives it, because where the service stores the
  * rows is its own matter. The names are those of the published agent.
  */
private[tables] sealed trait IcebergService {

  /** The type of the catalog in the facet `catalog`. */
  def kind: String

  /** The `catalogProperties` of the facet `catalog`. */
  def properties: Map[String, String]

  def id(table: Identifier): DatasetId

  /** The other names of a table that is stored at a location. */
  def symlinks(location: DatasetId): Vector[Symlink]
}

private[tables] object IcebergService {

  /** The service that a catalog of Spark belongs to.
    *
    * @param catalog
    *   the name of the catalog in Spark
    * @param setting
    *   a setting of the catalog
    * @param aws
    *   what is known of the AWS account, for settings that do not name it
    */
  def of(catalog: String, setting: String => Option[String], aws: AwsAccount): Option[IcebergService] =
    if (S3Tables.isConfigured(setting)) Some(new S3Tables(catalog, S3Tables.arn(setting, aws)))
    else setting("uri").filter(uri => isRest(setting) && uri.contains(SnowflakeAccount.domain))
      .map(uri => new SnowflakeTables(SnowflakeAccount.of(uri), setting("warehouse")))

  def isRest(setting: String => Option[String]): Boolean =
    setting("type").exists(_.equalsIgnoreCase("rest")) ||
      setting("catalog-impl").exists(_.endsWith("RESTCatalog"))
}

/** A table bucket of Amazon S3 Tables. Each table has a bucket of S3 of its own, with a random name. */
private final class S3Tables(catalog: String, arn: String) extends IcebergService {
  val kind: String = "s3tables"
  def properties: Map[String, String] = Map.empty

  def id(table: Identifier): DatasetId =
    DatasetId(arn, (catalog +: Identifiers.parts(table)).mkString("."))

  def symlinks(location: DatasetId): Vector[Symlink] =
    if (!location.namespace.contains("://")) Vector.empty
    else {
      val bucket = location.namespace.split("://", 2).last
      Vector(Symlink(DatasetId(s"s3://$bucket", "/"), Symlink.Kind.Location))
    }
}

private object S3Tables {
  private val prefix = "arn:aws:s3tables:"
  private val bucket = (prefix + "([^:]+):([^:]+):bucket/(.+)").r
  private val federated = """(\d+):s3tablescatalog/(.+)""".r
  private val host = """s3tables\.[^.]+\.amazonaws\.com"""

  /** Whether a catalog is one of S3 Tables: by its class, by the table bucket that it names, also one that Glue federates, or
    * by the address or signature of a REST catalog.
    */
  def isConfigured(setting: String => Option[String]): Boolean = {
    val implementation = setting("catalog-impl")
    implementation.exists(_.endsWith("S3TablesCatalog")) ||
    setting("warehouse").exists(w => w.startsWith(prefix) || isFederated(w)) ||
    (implementation.exists(_.endsWith("GlueCatalog")) && setting("glue.id").exists(isFederated)) ||
    setting("uri").flatMap(hostOf).exists(_.matches(host)) ||
    setting("rest.signing-name").orElse(setting("signing-name")).exists(_.equalsIgnoreCase("s3tables"))
  }

  /** The ARN of the table bucket, or of all buckets of the account if the settings name none. */
  def arn(setting: String => Option[String], aws: AwsAccount): String = {
    def account(region: Option[String], id: Option[String]) =
      s"$prefix${region.getOrElse("unknown")}:${id.getOrElse("unknown")}"
    val named = Vector("glue.id", "warehouse").flatMap(setting(_))
    named.collectFirst { case federated(id, name) => account(aws.region, Some(id)) + s":bucket/$name" }
      .orElse(setting("warehouse").collect { case bucket(region, id, name) =>
        account(Some(region), Some(id)) + s":bucket/$name"
      })
      .getOrElse(account(aws.region, aws.id))
  }

  private def isFederated(value: String): Boolean = federated.pattern.matcher(value).matches

  private def hostOf(uri: String): Option[String] = Try(new URI(uri).getHost).toOption.flatMap(Option(_))
}

/** A catalog of Snowflake, which other engines use by Iceberg's REST protocol. A table has the name that the connector of
  * Snowflake gives it, in upper case.
  *
  * @param database
  *   the `warehouse` of the catalog
  */
private final class SnowflakeTables(account: String, database: Option[String]) extends IcebergService {
  val kind: String = "rest"
  def properties: Map[String, String] = Map("account_identifier" -> account)

  def id(table: Identifier): DatasetId = {
    val name = (database.toVector ++ Identifiers.parts(table)).mkString(".")
    DatasetId(SnowflakeAccount.namespace(account), name.toUpperCase(ROOT))
  }

  def symlinks(location: DatasetId): Vector[Symlink] = Vector(Symlink(location, Symlink.Kind.Table))
}
