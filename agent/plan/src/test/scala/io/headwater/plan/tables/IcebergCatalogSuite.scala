package io.headwater.plan.tables

import org.apache.spark.sql.connector.catalog.Identifier
import org.scalatest.funsuite.AnyFunSuite

import io.headwater.model.DatasetId
import io.headwater.plan.naming.Locations
import io.headwater.plan.session.{GlueCatalog, SessionContext}

final class IcebergCatalogSuite extends AnyFunSuite {
  private val table = new Identifier {
    def namespace: Array[String] = Array("db")
    def name: String = "t"
  }

  private def catalog(settings: (String, String)*): IcebergCatalog = {
    val conf = settings.map { case (key, value) => s"spark.sql.catalog.ice.$key" -> value }.toMap
    new IcebergCatalog("ice", SessionContext(metastore = Some("thrift://default:9083"), conf = conf.get))
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

  // rows: identity.iceberg
  test("the symlink of a table has the warehouse, the metastore or the address of the catalog as namespace") {
    val lake = "warehouse" -> "s3a://lake/wh"
    assert(symlink("type" -> "hadoop", lake).contains(DatasetId("s3://lake/wh", "db.t")))
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

  test("the namespace contains no password") {
    val found = symlink("type" -> "jdbc", "uri" -> "jdbc:postgresql://u:PW1@h:5432/shop?password=PW1")
    assert(found.contains(DatasetId("jdbc:postgresql://h:5432/shop", "db.t")))
    assert(!catalog("type" -> "rest", "uri" -> "https://u:PW1@h/").facet.toString.contains("PW1"))
  }

  test("the location of a new table is known only for catalogs that have a rule for it") {
    val lake = "warehouse" -> "s3a://lake/wh/"
    assert(place("type" -> "hadoop", lake).contains("s3://lake wh/db/t"))
    assert(place("type" -> "jdbc", lake).contains("s3://lake wh/db/t"))
    assert(place("type" -> "hive", lake).contains("s3://lake wh/db.db/t"))
    assert(place("type" -> "rest", lake).isEmpty)
    assert(place("type" -> "hadoop").isEmpty)
  }
}
