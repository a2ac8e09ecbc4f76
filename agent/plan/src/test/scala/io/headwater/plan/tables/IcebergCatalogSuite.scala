package io.headwater.plan.tables

import java.net.URI

import org.apache.iceberg.spark.SparkCatalog
import org.apache.spark.sql.connector.catalog.Identifier
import org.scalatest.funsuite.AnyFunSuite

import io.headwater.model.{DatasetId, Symlink}
import io.headwater.plan.naming.Locations
import io.headwater.plan.session.{AwsAccount, GlueCatalog, SessionContext}

private final class AuditedCatalog extends SparkCatalog

final class IcebergCatalogSuite extends AnyFunSuite {
  private val table = new Identifier {
    def namespace: Array[String] = Array("db")
    def name: String = "t"
  }

  private def catalog(settings: (String, String)*): IcebergCatalog = {
    val conf = settings.map { case (key, value) => s"spark.sql.catalog.ice.$key" -> value }.toMap
    new IcebergCatalog(
      "ice",
      SessionContext(defaultMetastore = Some("thrift://default:9083"), conf = conf.get)
    )
  }

  private val glue = "catalog-impl" -> "org.apache.iceberg.aws.glue.GlueCatalog"

  private def symlink(settings: (String, String)*): Option[DatasetId] =
    catalog(settings: _*).symlink(table).map(_.id)

  private def place(settings: (String, String)*): Option[String] =
    catalog(settings: _*).location(table).map(Locations.of(_)).map(id => s"${id.namespace} ${id.name}")

  test("the type of a catalog is its setting, or follows from its class, or is hive") {
    assert(catalog("type" -> "REST").kind == "rest")
    assert(catalog("catalog-impl" -> "org.apache.iceberg.jdbc.JdbcCatalog").kind == "jdbc")
    assert(catalog("catalog-impl" -> "org.apache.iceberg.rest.RESTCatalog").kind == "rest")
    assert(catalog().kind == "hive")
  }

  test("the catalog of Polaris is a REST catalog, and that of another library is of no known type") {
    def of(implementation: String) = {
      val conf =
        Map("spark.sql.catalog.ice" -> implementation, "spark.sql.catalog.ice.uri" -> "http://h:8181")
      new IcebergCatalog(
        "ice",
        SessionContext(defaultMetastore = Some("thrift://default:9083"), conf = conf.get)
      )
    }
    val polaris = of("org.apache.polaris.spark.SparkCatalog")
    assert(polaris.facet.map(_.kind).contains("rest"))
    assert(polaris.symlink(table).map(_.id).contains(DatasetId("http://h:8181", "db.t")))
    val iceberg = of("org.apache.iceberg.spark.SparkCatalog")
    assert(iceberg.symlink(table).map(_.id).contains(DatasetId("hive://h:8181", "db.t")))
    val extended = of(classOf[AuditedCatalog].getName)
    assert(extended.symlink(table).map(_.id).contains(DatasetId("hive://h:8181", "db.t")))
    val other = of("com.acme.WrappingCatalog")
    assert(other.facet.isEmpty)
    assert(other.symlink(table).isEmpty)
  }

  // rows: identity.iceberg
  test("the symlink of a table has the warehouse, the metastore or the address of the catalog as namespace") {
    val lake = "warehouse" -> "s3a://lake/wh"
    assert(symlink("type" -> "hadoop", lake).contains(DatasetId("s3://lake/wh", "db.t")))
    assert(symlink("type" -> "hadoop", "warehouse" -> "s3a://lake/").contains(DatasetId("s3://lake", "db.t")))
    assert(symlink("type" -> "hadoop", "warehouse" -> "/wh").contains(DatasetId("file:/wh", "db.t")))
    assert(symlink(
      "type" -> "hive",
      "uri" -> "thrift://h:9083",
      lake
    ).contains(DatasetId("hive://h:9083", "db.t")))
    assert(symlink("type" -> "hive", lake).contains(DatasetId("hive://default:9083", "db.t")))
    assert(symlink("type" -> "rest", "uri" -> "http://h:8181").contains(DatasetId("http://h:8181", "db.t")))
    assert(symlink(glue, lake).isEmpty)
  }

  // rows: connector.glue
  test("a table of Glue has the ARN of the account if region and account are known") {
    val aws = Some(GlueCatalog("arn:aws:glue:eu-west-1:123", hive = false))
    val conf = Map(glue).map { case (key, value) => s"spark.sql.catalog.ice.$key" -> value }
    val found = new IcebergCatalog("ice", SessionContext(glue = aws, conf = conf.get)).symlink(table)
    assert(found.map(_.id).contains(DatasetId("arn:aws:glue:eu-west-1:123", "table/db/t")))
    assert(catalog("type" -> "hadoop", "warehouse" -> "/wh").symlink(table).isDefined)
  }

  private val path = DatasetId("s3://x--table-s3", "a1")
  private val bucket = "arn:aws:s3tables:eu-west-1:123:bucket/lake"
  private val hostedTable = DatasetId(bucket, "ice.db.t")

  // rows: identity.iceberg
  test("a table of Amazon S3 Tables has the ARN of its table bucket, whichever setting shows the service") {
    val named = catalog("type" -> "rest", "uri" -> "https://h", "warehouse" -> bucket)
    val linked = Symlink(DatasetId("s3://x--table-s3", "/"), Symlink.Kind.Location)
    assert(named.named(table, Some(path)).contains(hostedTable -> Vector(linked)))
    assert(named.named(table, Some(DatasetId("file", "/wh"))).contains(hostedTable -> Vector.empty))
    assert(named.named(table, None).contains(hostedTable -> Vector.empty))
    assert(named.kind == "s3tables" && named.facet.exists(_.properties.isEmpty))
    val s3Tables = "catalog-impl" -> "software.amazon.s3tables.iceberg.S3TablesCatalog"
    assert(catalog(s3Tables, "warehouse" -> bucket).named(table, Some(path)).exists(_._1 == hostedTable))
    val signed = catalog("type" -> "rest", "rest.signing-name" -> "S3Tables", "uri" -> "https://h")
    assert(signed.kind == "s3tables")
    val conf = Map("spark.sql.catalog.ice.catalog-impl" -> s3Tables._2)
    val account = SessionContext(conf = conf.get, aws = AwsAccount(Some("eu-west-1"), Some("999")))
    assert(new IcebergCatalog("ice", account).named(table, Some(path)).exists { case (id, _) =>
      id.namespace == "arn:aws:s3tables:eu-west-1:999"
    })
    assert(catalog(
      "type" -> "rest",
      "uri" -> "https://s3tables.eu-west-1.amazonaws.com/iceberg"
    ).kind == "s3tables")
    assert(catalog("type" -> "rest", "uri" -> "https://glue.eu-west-1.amazonaws.com/iceberg").kind == "rest")
  }

  // rows: identity.iceberg
  test("a table bucket that Glue federates is named by its account, which the setting contains") {
    Seq(
      Seq(glue, "glue.id" -> "123:s3tablescatalog/lake"),
      Seq(glue, "warehouse" -> "123:s3tablescatalog/lake")
    )
      .foreach { settings =>
        val (id, _) = catalog(settings: _*).named(table, Some(path)).get
        assert(id.namespace.matches("arn:aws:s3tables:[^:]+:123:bucket/lake"), id)
      }
    assert(catalog(glue, "glue.id" -> "123").kind == "glue")
  }

  // rows: identity.iceberg
  test(
    "a table of Snowflake's REST catalog has the name that Snowflake's connector gives it, in upper case"
  ) {
    val snowflake = catalog(
      "type" -> "rest",
      "uri" -> "https://org-acct.snowflakecomputing.com/polaris/api/catalog",
      "warehouse" -> "shop"
    )
    val id = DatasetId("snowflake://org-acct", "SHOP.DB.T")
    assert(snowflake.named(table, Some(path)).contains(id -> Vector(Symlink(path, Symlink.Kind.Table))))
    assert(snowflake.named(table, None).contains(id -> Vector.empty))
    assert(snowflake.kind == "rest")
    assert(snowflake.facet.map(_.properties).contains(Map("account_identifier" -> "org-acct")))
    val other = catalog("type" -> "hadoop", "uri" -> "https://org-acct.snowflakecomputing.com")
    assert(other.named(table, Some(path)).exists(_._1 == path))
  }

  // rows: identity.iceberg
  test("catalogs of Google name their project, and one of BigQuery links a table to the warehouse") {
    val bigQuery = Seq(
      "catalog-impl" -> "org.apache.iceberg.gcp.bigquery.BigQueryMetastoreCatalog",
      "warehouse" -> "gs://lake/wh",
      "gcp.bigquery.project-id" -> "p",
      "gcp_project" -> "legacy",
      "gcp_location" -> "eu"
    )
    assert(symlink(bigQuery: _*).contains(DatasetId("gs://lake/wh", "db.t")))
    val facet = catalog(bigQuery: _*).facet.get
    assert(facet.kind == "bigquerymetastore")
    assert(facet.properties == Map("gcp_project_id" -> "p", "gcp_location" -> "eu"))
    assert(catalog(("type" -> "bigquery") +: bigQuery.tail: _*).facet.contains(facet))
    val bigLake = catalog(
      "type" -> "rest",
      "uri" -> "https://biglake.googleapis.com/iceberg/v1/restcatalog",
      "header.x-goog-user-project" -> "p"
    )
    assert(bigLake.facet.map(_.properties).contains(Map("gcp_project_id" -> "p")))
    assert(catalog("type" -> "rest", "uri" -> "https://h", "header.x-goog-user-project" -> "p")
      .facet.exists(_.properties.isEmpty))
  }

  test("the namespace contains no password") {
    val found = symlink("type" -> "jdbc", "uri" -> "jdbc:postgresql://u:PW1@h:5432/shop?password=PW1")
    assert(found.contains(DatasetId("jdbc:postgresql://h:5432/shop", "db.t")))
    assert(!catalog("type" -> "rest", "uri" -> "https://u:PW1@h/").facet.toString.contains("PW1"))
  }

  test("a new table of a metastore lies at the location of its database, which the session catalog knows") {
    def place(settings: (String, String)*) = {
      val conf = settings.toMap + ("spark.sql.catalogImplementation" -> "hive") +
        ("spark.sql.catalog.ice.warehouse" -> "s3a://lake/other")
      val session = SessionContext(
        metastore = Some("thrift://default:9083"),
        conf = conf.get,
        databaseLocation = Some(database => Some(new URI(s"s3a://lake/of/$database")))
      )
      new IcebergCatalog("ice", session).location(table).map(at => Locations.of(at).name)
    }
    assert(place("spark.sql.catalog.ice.type" -> "hive").contains("of/db/t"))
    assert(place("spark.sql.catalog.ice.uri" -> "thrift://default:9083").contains("of/db/t"))
    assert(place("spark.sql.catalog.ice.uri" -> "thrift://h:9083").isEmpty)
    assert(place("spark.sql.catalog.ice.unique-table-location" -> "true").isEmpty)
  }

  test("the location of a new table is known only for catalogs that have a rule for it") {
    val lake = "warehouse" -> "s3a://lake/wh/"
    assert(place("type" -> "hadoop", lake).contains("s3://lake wh/db/t"))
    assert(place("type" -> "jdbc", lake).contains("s3://lake wh/db/t"))
    assert(place("type" -> "jdbc", lake, "unique-table-location" -> "true").isEmpty)
    assert(place("type" -> "hive", lake).isEmpty)
    assert(place("type" -> "rest", lake).isEmpty)
    assert(place("type" -> "hadoop").isEmpty)
  }
}
