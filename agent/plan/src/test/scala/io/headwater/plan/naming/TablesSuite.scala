package io.headwater.plan.naming

import org.apache.spark.sql.catalyst.TableIdentifier
import org.scalatest.funsuite.AnyFunSuite

import io.headwater.model.DatasetId
import io.headwater.plan.session.{SeenTables, SessionContext}

final class TablesSuite extends AnyFunSuite {
  private val name = TableIdentifier("orders", Some("shop"))

  private def table(metastore: Option[String]) =
    new Tables(SessionContext(warehouse = Some("s3a://lake/wh"), metastore = metastore))
      .planned(name, Some(Tables.path("s3a://lake/elsewhere/orders")))

  // rows: identity.hive
  test("a table of a Hive metastore is named by its location, with its name in the metastore as a symlink") {
    val dataset = table(Some("thrift://h:9083,thrift://other:9083"))
    assert(dataset.id == DatasetId("s3://lake", "elsewhere/orders"))
    assert(dataset.symlinks.map(_.id) == Vector(DatasetId("hive://h:9083", "shop.orders")))
    assert(dataset.catalog.flatMap(_.metadataUri).contains("hive://h:9083"))
    assert(dataset.catalog.flatMap(_.warehouseUri).contains("s3://lake/wh"))
    assert(table(Some("thrift://h")).symlinks.map(_.id.namespace) == Vector("hive://h"))
  }

  // rows: identity.hive
  test("a table of the BigLake metastore has the symlink and the catalog of the published agent") {
    val key = "spark.hive.metastore."
    val client = "com.google.cloud.bigquery.metastore.client.BigLakeMetastoreClientFactory"
    val conf = Map(
      "spark.sql.catalogImplementation" -> "hive",
      s"${key}client.factory.class" -> client,
      s"${key}blms.catalog.default" -> "lake",
      s"${key}blms.project.id" -> "shop-prod"
    )
    def planned(conf: Map[String, String]) =
      new Tables(SessionContext(Some("gs://b/wh"), Some("thrift://h:9083"), conf = conf.get))
        .planned(name, Some(Tables.path("gs://b/wh/shop.db/orders")))
    val dataset = planned(conf)
    assert(dataset.id == DatasetId("gs://b", "wh/shop.db/orders"))
    assert(dataset.symlinks.map(_.id) == Vector(DatasetId("gcp_lakehouse", "shop.orders")))
    assert(dataset.catalog.map(c => (c.framework, c.kind, c.name, c.metadataUri, c.warehouseUri)).contains(
      ("hive", "gcp_lakehouse", "lake", None, Some("gs://b/wh"))
    ))
    assert(dataset.catalog.map(_.properties).contains(Map("gcp_project_id" -> "shop-prod")))
    assert(planned(conf - s"${key}blms.catalog.default").catalog.isEmpty, "no setting names the catalog")
    val inMemory = planned(conf - "spark.sql.catalogImplementation")
    assert(inMemory.symlinks.map(_.id.namespace) == Vector("hive://h:9083"))
  }

  test("names keep their case if the session tells them apart by it") {
    def named(value: String) =
      new Tables(SessionContext(warehouse = Some("/wh"), conf = Map("spark.sql.caseSensitive" -> value).get))
        .inCatalog(TableIdentifier("Orders", Some("Shop"))).name
    assert(Seq("true", "TRUE", " True ").map(named) == Seq.fill(3)("Shop.Orders"))
    assert(named("false") == "shop.orders")
  }

  test("a new table has the location of its database and the name as the catalog stores it") {
    val known = Map("shop" -> Tables.path("s3a://other/shop"), "default" -> Tables.path("file:/wh"))
    def planned(table: TableIdentifier, conf: Map[String, String] = Map.empty) = {
      val session = SessionContext(Some("s3a://lake/wh"), conf = conf.get, databaseLocation = Some(known.get))
      new Tables(session).planned(table, None)
    }
    assert(planned(name).id == DatasetId("s3://other", "shop/orders"))
    assert(planned(TableIdentifier("Orders", Some("Shop"))).id == DatasetId("s3://other", "shop/orders"))
    assert(planned(TableIdentifier("t")).id == DatasetId("file", "/wh/t"))
    val strict = Map("spark.sql.caseSensitive" -> "true")
    assert(planned(TableIdentifier("Orders", Some("shop")), strict).id == DatasetId(
      "s3://other",
      "shop/Orders"
    ))
  }

  test("if the location of a database is not known, its tables are named by the catalog") {
    val session = SessionContext(Some("s3a://lake/wh"), databaseLocation = Some(_ => None))
    val planned = new Tables(session).planned(name, None)
    assert(planned.id == DatasetId("s3://lake/wh", "shop.orders"))
    assert(planned.symlinks.isEmpty)
  }

  test("a table of a database that is gone lies where the database was") {
    var known = Map("shop" -> Tables.path("s3a://other/shop"))
    val session = SessionContext(Some("s3a://lake/wh"), databaseLocation = Some(known.get(_)))
    val tables = new Tables(session)
    def location(database: String) = tables.managed(TableIdentifier("t", Some(database))).map(_.toString)
    assert(location("shop").contains("s3a://other/shop/t"))
    known = Map.empty
    tables.databaseChanged("shop")
    tables.rememberDatabase("Made", None, ifNotExists = false)
    tables.rememberDatabase("placed", Some("s3a://other/a#b"), ifNotExists = false)
    tables.rememberDatabase("relative", Some("x"), ifNotExists = false)
    tables.rememberDatabase("perhaps", None, ifNotExists = true)
    assert(location("shop").contains("s3a://other/shop/t"))
    assert(location("made").contains("s3a://lake/wh/made.db/t"))
    assert(location("placed").contains("s3a://other/a%23b/t"))
    assert(location("relative").contains("s3a://lake/wh/x/t"))
    assert(location("perhaps").isEmpty, "it may have been in another place before")
    tables.forgetDatabase(SeenTables.sessionCatalog, Seq("Made"))
    assert(location("made").isEmpty)
  }

  test("the namespace of a warehouse has no slash at its end, also at the root of a bucket") {
    def namespace(warehouse: String) = Tables.namespace(Tables.path(warehouse))
    assert(Seq("s3a://lake", "s3a://lake/", "s3a://lake/wh/").map(namespace) ==
      Seq("s3://lake", "s3://lake", "s3://lake/wh"))
    assert(namespace("hdfs://nn:8020/") == "hdfs://nn:8020")
    assert(namespace("file:///") == "file:/")
  }

  test("without a metastore the warehouse is the catalog, also of a table outside of it") {
    assert(table(None).symlinks.map(_.id) == Vector(DatasetId("s3://lake/wh", "shop.orders")))
    assert(table(None).catalog.isEmpty)
  }
}
