package io.headwater.plan

import java.util

import org.apache.spark.sql.connector.catalog.{Identifier, Table, TableCapability}
import org.apache.spark.sql.types.StructType
import org.scalatest.funsuite.AnyFunSuite

import io.headwater.model.DatasetId
import io.headwater.plan.naming.TableV2
import io.headwater.plan.relations.DataSourceV2Relations
import io.headwater.plan.session.SessionContext
import io.headwater.plan.writes.MemoryCatalog

/** Tables of a library without a rule that reads `format("…").load(path)` by its catalog, as Lance does. */
final class PathOfUnknownCatalogSuite extends AnyFunSuite {
  private object Unknown extends Table {
    def name: String = "unknown"
    override def schema: StructType = new StructType
    def capabilities: util.Set[TableCapability] = util.Collections.emptySet[TableCapability]
  }

  private def id(path: String) = {
    val table = TableV2(Unknown, Some("lance"), Some(Identifier.of(Array("default"), path)))
    DataSourceV2Relations.dataset(table, SessionContext()).map(_.id)
  }

  // rows: identity.unknown
  test("a table of an unknown catalog that is read by its path is named by its location") {
    assert(id("/lake/orders.lance").contains(DatasetId("file", "/lake/orders.lance")))
    assert(id("s3://lake/orders.lance").contains(DatasetId("s3://lake", "orders.lance")))
    assert(id("orders").contains(DatasetId("lance", "default.orders")))
  }

  test("a statement that creates a table by its path in an unknown catalog has the same name for it") {
    TestSpark.spark.conf.set("spark.sql.catalog.memory", classOf[MemoryCatalog].getName)
    val rows = "SELECT 1 AS a"
    for (
      statement <- Seq(
        s"CREATE TABLE memory.db.`/lake/made.lance` AS $rows",
        s"CREATE OR REPLACE TABLE memory.db.`/lake/made.lance` AS $rows",
        "CREATE TABLE memory.db.`/lake/made.lance` (a INT)"
      )
    ) {
      val sinks = TestSpark.lineage.of(TestSpark.analyzed(statement)).sinks.map(_.dataset.id)
      assert(sinks == Vector(DatasetId("file", "/lake/made.lance")), statement)
    }
  }
}
