package io.headwater.plan.naming

import org.apache.spark.sql.catalyst.TableIdentifier
import org.scalatest.funsuite.AnyFunSuite

import io.headwater.model.DatasetId
import io.headwater.plan.Surroundings

final class TablesSuite extends AnyFunSuite {
  private val name = TableIdentifier("orders", Some("shop"))

  private def table(metastore: Option[String]) =
    new Tables(Surroundings(warehouse = Some("s3a://lake/wh"), metastore = metastore))
      .dataset(name, Tables.uri("s3a://lake/elsewhere/orders"))

  // rows: identity.hive
  test("a table of a Hive metastore is where it lies, and has the metastore's name as its symlink") {
    val found = table(Some("thrift://h:9083,thrift://other:9083"))
    assert(found.id == DatasetId("s3://lake", "elsewhere/orders"))
    assert(found.symlinks.map(_.id) == Vector(DatasetId("hive://h:9083", "shop.orders")))
    assert(found.catalog.flatMap(_.metadataUri).contains("hive://h:9083"))
    assert(table(Some("thrift://h")).symlinks.map(_.id.namespace) == Vector("hive://h"))
  }

  test("without a metastore a table outside of the warehouse has no other name") {
    assert(table(None).symlinks.isEmpty)
    assert(table(None).catalog.isEmpty)
  }
}
