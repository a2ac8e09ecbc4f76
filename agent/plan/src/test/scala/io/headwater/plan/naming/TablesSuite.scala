package io.headwater.plan.naming

import org.apache.spark.sql.catalyst.TableIdentifier
import org.scalatest.funsuite.AnyFunSuite

import io.headwater.model.DatasetId
import io.headwater.plan.session.SessionContext

final class TablesSuite extends AnyFunSuite {
  private val name = TableIdentifier("orders", Some("shop"))

  private def table(metastore: Option[String]) =
    new Tables(SessionContext(warehouse = Some("s3a://lake/wh"), metastore = metastore))
      .planned(name, Some(Tables.uri("s3a://lake/elsewhere/orders")))

  // rows: identity.hive
  test("a table of a Hive metastore is where it lies, and has the metastore's name as its symlink") {
    val found = table(Some("thrift://h:9083,thrift://other:9083"))
    assert(found.id == DatasetId("s3://lake", "elsewhere/orders"))
    assert(found.symlinks.map(_.id) == Vector(DatasetId("hive://h:9083", "shop.orders")))
    assert(found.catalog.flatMap(_.metadataUri).contains("hive://h:9083"))
    assert(table(Some("thrift://h")).symlinks.map(_.id.namespace) == Vector("hive://h"))
  }

  test(
    "a table that is yet to be made lies in its database, wherever that is, under the name that the catalog keeps"
  ) {
    val known = Map("shop" -> Tables.uri("s3a://other/shop"), "default" -> Tables.uri("file:/wh"))
    def made(table: TableIdentifier, conf: Map[String, String] = Map.empty) = {
      val around = SessionContext(Some("s3a://lake/wh"), conf = conf.get, databaseLocation = Some(known.get))
      new Tables(around).planned(table, None)
    }
    assert(made(name).id == DatasetId("s3://other", "shop/orders"))
    assert(made(TableIdentifier("Orders", Some("Shop"))).id == DatasetId("s3://other", "shop/orders"))
    assert(made(TableIdentifier("t")).id == DatasetId("file", "/wh/t"))
    val strict = Map("spark.sql.caseSensitive" -> "true")
    assert(made(TableIdentifier("Orders", Some("shop")), strict).id == DatasetId("s3://other", "shop/Orders"))
  }

  test("where nobody can tell where a database lies its tables go by their names in the catalog") {
    val around = SessionContext(Some("s3a://lake/wh"), databaseLocation = Some(_ => None))
    val made = new Tables(around).planned(name, None)
    assert(made.id == DatasetId("s3://lake/wh", "shop.orders"))
    assert(made.symlinks.isEmpty)
  }

  test("without a metastore a table outside of the warehouse has no other name") {
    assert(table(None).symlinks.isEmpty)
    assert(table(None).catalog.isEmpty)
  }
}
