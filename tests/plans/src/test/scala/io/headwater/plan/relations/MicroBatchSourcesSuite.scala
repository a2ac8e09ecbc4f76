package io.headwater.plan.relations

import org.apache.spark.sql.catalyst.expressions.{Attribute, AttributeReference}
import org.apache.spark.sql.catalyst.plans.logical.LeafNode
import org.apache.spark.sql.catalyst.streaming.StreamingRelationV2
import org.apache.spark.sql.connector.catalog.{CatalogPlugin, Identifier, Table}
import org.apache.spark.sql.types.LongType
import org.apache.spark.sql.util.CaseInsensitiveStringMap
import org.scalatest.funsuite.AnyFunSuite

import io.headwater.model.{Dataset, DatasetId}
import io.headwater.plan.session.{CachedLineage, SessionContext}
import io.headwater.plan.writes.MemoryCatalog
import io.headwater.plan.{Lineage, Rendering, Rules, TestSpark}

/** The sources of a micro-batch are named as in the plan of the whole query, also if it reads several datasets. */
final class MicroBatchSourcesSuite extends AnyFunSuite {
  import MicroBatchSourcesSuite._
  private val id = AttributeReference("id", LongType)()
  private val orders = Identifier.of(Array("shop"), "orders")
  private val catalog = new MemoryCatalog

  private def sources(node: LeafNode, session: SessionContext = SessionContext()): Vector[String] =
    new Lineage(Rules(TestSpark.shim.rules), session).of(node).sources.map(d =>
      s"${d.id.namespace} ${d.id.name}"
    )

  test("before Spark 4, by what an earlier plan has shown of the table") {
    val batch = Spark3.StreamingDataSourceV2Relation(Seq(id), new Object, Some(catalog), Some(orders))
    assert(sources(batch) == Vector("memory shop.orders"))
    val session = SessionContext()
    session.tables.remember("memory", orders, Dataset(DatasetId("file", "/lake/orders")))
    assert(sources(batch, session) == Vector("file /lake/orders"))
  }

  test("a source of the whole query that has no name is told by its format") {
    val frame = TestSpark.spark.readStream.format("socket").option("host", "h").option("port", "1").load()
    val lineage = TestSpark.lineage.of(frame.queryExecution.analyzed)
    assert(lineage.sources.isEmpty)
    assert(lineage.gaps.map(gap => gap.stage -> gap.reason) ==
      Vector("source" -> "no name for streams of socket"))
  }

  test("before Spark 4, a stream that shows no options is not named by the settings of the session") {
    val stream = new com.mongodb.spark.sql.connector.read.UnknownStream
    val settings = Map("spark.mongodb.read.connection.uri" -> "mongodb://h/shop.orders")
    val batch = Spark3.StreamingDataSourceV2Relation(Seq(id), stream, None, None)
    assert(sources(batch, SessionContext(conf = settings.get)) == Vector.empty)
  }

  test("from Spark 4 on, by its table, which later statements know") {
    val read = Map("path" -> "/state")
    val state = new org.apache.spark.sql.execution.datasources.v2.state.TestTable
    val batch = Spark4.StreamingDataSourceV2Relation(Seq(id), new Object, state, options(read))
    assert(sources(batch) == Vector("file /state"))
    val table = catalog.loadTable(orders)
    val named =
      Spark4.StreamingDataSourceV2Relation(
        Seq(id),
        new Object,
        table,
        options(Map.empty),
        Some(catalog),
        Some(orders)
      )
    val session = SessionContext()
    assert(sources(named, session) == Vector("memory shop.orders"))
    assert(session.tables.dataset("memory", orders).map(_.schema.map(_.name)).contains(Vector("id")))
  }

  private def collections(named: String): Seq[CachedLineage] = {
    val read = options(Map("connection.uri" -> "mongodb://h", "database" -> "shop", "collection" -> named))
    val table = new com.mongodb.spark.sql.connector.TestTable
    val batch = Spark4.StreamingDataSourceV2Relation(Seq(id), new Object, table, read)
    val stream = StreamingRelationV2(None, "mongodb", table, read, Seq(id), None, None, None)
    Seq(batch, stream).map(TestSpark.lineage.ofOutput(_))
  }

  // rows: connector.mongo
  test("a stream over several collections has each of them") {
    collections("orders,items").foreach { lineage =>
      assert(lineage.sources.map(_.id) ==
        Vector("shop.orders", "shop.items").map(DatasetId("mongodb://h:27017", _)))
      assert(lineage.columns.map(Rendering.column) ==
        Vector("id <- shop.items.id IDENTITY, shop.orders.id IDENTITY"))
    }
  }

  // rows: connector.mongo
  test("a stream over all collections of a database says so") {
    collections("*").foreach(lineage =>
      assert(lineage.gaps.map(_.reason) == Vector("the options name all collections of a database"))
    )
  }

  private def options(all: Map[String, String]): CaseInsensitiveStringMap = {
    val map = new java.util.HashMap[String, String]
    all.foreach { case (key, value) => map.put(key, value) }
    new CaseInsensitiveStringMap(map)
  }
}

object MicroBatchSourcesSuite {

  /** The members of the node in both lines. */
  object Spark3 {
    final case class StreamingDataSourceV2Relation(
        output: Seq[Attribute],
        stream: AnyRef,
        catalog: Option[CatalogPlugin],
        identifier: Option[Identifier]
    ) extends LeafNode
  }

  object Spark4 {
    final case class StreamingDataSourceV2Relation(
        output: Seq[Attribute],
        stream: AnyRef,
        table: Table,
        options: CaseInsensitiveStringMap,
        catalog: Option[CatalogPlugin] = None,
        identifier: Option[Identifier] = None
    ) extends LeafNode
  }
}
