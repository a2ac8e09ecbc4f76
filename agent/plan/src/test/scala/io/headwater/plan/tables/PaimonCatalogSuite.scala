package io.headwater.plan.tables

import org.apache.spark.sql.connector.catalog.Identifier
import org.scalatest.funsuite.AnyFunSuite

import io.headwater.model.DatasetId
import io.headwater.plan.naming.Locations
import io.headwater.plan.session.SessionContext

final class PaimonCatalogSuite extends AnyFunSuite {
  private val table = new Identifier {
    def namespace: Array[String] = Array("db")
    def name: String = "t"
  }

  private val lake = "warehouse" -> "oss://lake/wh"
  private val generic = Map(
    "spark.sql.catalog.spark_catalog" -> "org.apache.paimon.spark.SparkGenericCatalog",
    "spark.sql.catalogImplementation" -> "hive"
  )

  private def catalog(settings: (String, String)*): PaimonCatalog = {
    val conf = settings.map { case (key, value) => s"spark.sql.catalog.pai.$key" -> value }.toMap
    new PaimonCatalog(
      "pai",
      SessionContext(defaultMetastore = Some("thrift://default:9083"), conf = conf.get)
    )
  }

  private def symlink(settings: (String, String)*): Option[DatasetId] =
    catalog(settings: _*).symlink(table).map(_.id)

  private def place(of: PaimonCatalog): Option[DatasetId] = of.location(table).map(Locations.of)

  test("the symlink of a table has the warehouse, the metastore or the address of the catalog as namespace") {
    assert(symlink(lake).contains(DatasetId("oss://lake/wh", "db.t")))
    assert(symlink("metastore" -> "hive", lake).contains(DatasetId("hive://default:9083", "db.t")))
    assert(symlink("metastore" -> "hive", "uri" -> "thrift://h:1").contains(DatasetId("hive://h:1", "db.t")))
    assert(symlink("metastore" -> "rest", "uri" -> "http://h:2").contains(DatasetId("http://h:2", "db.t")))
    assert(symlink("metastore" -> "rest").isEmpty)
  }

  test("the password of a database is in no name") {
    val found = catalog("metastore" -> "jdbc", "uri" -> "jdbc:mysql://u:secret@h/db?password=secret", lake)
    assert(!found.facet.toString.contains("secret"))
    assert(!found.symlink(table).toString.contains("secret"))
  }

  test("the location follows from the name in a catalog of files or of a database only") {
    assert(place(catalog(lake)).contains(DatasetId("oss://lake", "/wh/db.db/t")))
    assert(place(catalog("metastore" -> "jdbc", lake)).contains(DatasetId("oss://lake", "/wh/db.db/t")))
    assert(place(catalog("metastore" -> "hive", lake)).isEmpty)
    assert(place(catalog("metastore" -> "rest", lake)).isEmpty)
    assert(place(catalog()).isEmpty)
  }

  test("the session catalog has the metastore and the warehouse of Spark") {
    def of(conf: Map[String, String]) =
      new PaimonCatalog("spark_catalog", SessionContext(warehouse = Some("/spark"), conf = conf.get))
    assert(of(generic).facet.kind == "hive")
    val files = of(generic - "spark.sql.catalogImplementation")
    assert(files.facet.kind == "filesystem")
    assert(place(files).contains(DatasetId("file", "/spark/db.db/t")))
  }
}
