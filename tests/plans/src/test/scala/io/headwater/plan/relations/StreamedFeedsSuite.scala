package io.headwater.plan.relations

import java.util

import org.apache.spark.sql.catalyst.expressions.AttributeReference
import org.apache.spark.sql.catalyst.streaming.StreamingRelationV2
import org.apache.spark.sql.connector.catalog.{Identifier, Table, TableCapability}
import org.apache.spark.sql.types.{StringType, StructType}
import org.apache.spark.sql.util.CaseInsensitiveStringMap
import org.scalatest.funsuite.AnyFunSuite

import io.headwater.plan.TestSpark
import io.headwater.plan.writes.MemoryCatalog

/** The changes of a table as a stream. Spark itself has such streams from 4.2 on. */
final class StreamedFeedsSuite extends AnyFunSuite {
  private final class OrdersChangelog extends Table {
    def name: String = "orders"
    override def schema: StructType = new StructType
    def capabilities: util.Set[TableCapability] = util.EnumSet.of(TableCapability.MICRO_BATCH_READ)
  }

  test("the columns that only the feed has are none of its table") {
    val output = Seq("id", "rowkind", "_change_type").map(AttributeReference(_, StringType)())
    val feed = StreamingRelationV2(
      None,
      "orders",
      new OrdersChangelog,
      CaseInsensitiveStringMap.empty,
      output,
      Some(new MemoryCatalog),
      Some(Identifier.of(Array("shop"), "orders")),
      None
    )
    val lineage = TestSpark.lineage.ofOutput(feed)
    assert(lineage.sources.map(_.schema.map(_.name)) == Vector(Vector("id", "rowkind")))
    assert(lineage.columns.map(c => c.column -> c.dependencies.map(_.source.path)) == Vector(
      "id" -> Vector("id"),
      "rowkind" -> Vector("rowkind"),
      "_change_type" -> Vector.empty
    ))
  }
}
