package io.headwater.shell.extensions.jvm.traits

import java.net.URI
import java.time.{Duration, Instant}
import java.util
import java.util.UUID

import org.apache.spark.sql.connector.catalog._
import org.apache.spark.sql.connector.expressions.Transform
import org.apache.spark.sql.connector.write.{LogicalWriteInfo, WriteBuilder}
import org.apache.spark.sql.sources.Filter
import org.apache.spark.sql.types.StructType
import org.apache.spark.sql.util.CaseInsensitiveStringMap
import org.scalatest.funsuite.AnyFunSuite

import io.headwater.model.{DatasetId, JobId, JobType, Lifecycle, PlanLineage}
import io.headwater.plan.session.SessionContext
import io.headwater.plan.{Lineage, Rules, TestSpark}
import io.headwater.redaction.Redactor
import io.headwater.shell.extensions.snapshot.Nodes
import io.headwater.shell.extensions.{BoundedCalls, ExtendedWalk, RunDraft}
import io.headwater.shell.lifecycle.SparkExecution
import io.headwater.shell.meters.ExtensionTimings
import io.openlineage.client.OpenLineage
import io.openlineage.client.utils.DatasetIdentifier
import io.openlineage.spark.builtin.scala.v1.{LineageRelation, OpenLineageContext}

/** Tables of DataSource V2 with the trait `LineageRelation`, in all statements that read or change them. */
final class TraitTablesSuite extends AnyFunSuite {
  private val orders = DatasetId("acme://warehouse", "orders")

  private def lineage(sql: String): PlanLineage = {
    TestSpark.spark.conf.set("spark.sql.catalog.acme", classOf[TraitCatalog].getName)
    val plan = TestSpark.analyzed(sql)
    val calls = new BoundedCalls(
      Duration.ofSeconds(20),
      getClass.getClassLoader,
      Redactor.default,
      new ExtensionTimings
    )
    val openLineage = new OpenLineage(URI.create("urn:headwater:test"))
    val draft = RunDraft(
      SparkExecution.Query(1),
      Instant.EPOCH,
      new UUID(0, 1),
      JobId("default", "app"),
      JobType.sql,
      None,
      Set.empty
    )
    val nodes = new Nodes(Some(plan), None)
    val found =
      new LineageNodes(new ScalaTraits(openLineage), Vector.empty, calls).consult(draft, nodes, "Start")
    assert(found.errors.isEmpty)
    val walk = new ExtendedWalk(nodes, found)
    walk.result(
      new Lineage(walk.rules(Rules(TestSpark.shim.rules)), walk.context(SessionContext())).of(plan)
    ).lineage
  }

  private def written(sql: String): PlanLineage = {
    val found = lineage(sql)
    assert(found.sinks.map(_.dataset.id) == Vector(orders), sql)
    assert(found.gaps.isEmpty, sql)
    assert(found.nameSuffix.contains("acme_orders"), sql)
    found
  }

  // rows: api.traits
  test("a table is called by its own name where it is read, with the columns of its relation") {
    val found = lineage("CREATE TABLE out USING parquet AS SELECT id + 1 AS next FROM acme.orders")
    assert(found.sources.map(_.id) == Vector(orders))
    assert(found.sources.head.schema.map(_.name) == Vector("id", "amount"))
    assert(found.sinks.head.columns.flatMap(_.dependencies).map(_.source.dataset) == Vector(orders))
  }

  // rows: api.traits
  test("INSERT and INSERT OVERWRITE") {
    assert(written("INSERT INTO acme.orders SELECT 1L, 2.0D").sinks.head.dataset.lifecycle.isEmpty)
    val replaced = written("INSERT OVERWRITE acme.orders SELECT 1L, 2.0D")
    assert(replaced.sinks.head.dataset.lifecycle.contains(Lifecycle.Overwrite))
  }

  // rows: api.traits
  test("UPDATE, DELETE, MERGE and TRUNCATE") {
    assert(written("UPDATE acme.orders SET amount = id").sinks.head.columns.map(_.column).contains("amount"))
    written("DELETE FROM acme.orders WHERE id = 1")
    val merged = written(
      "MERGE INTO acme.orders o USING t ON o.id = t.a WHEN MATCHED THEN UPDATE SET amount = t.b"
    )
    assert(merged.sources.map(_.id).exists(_.name.endsWith("/t")))
    assert(lineage("TRUNCATE TABLE acme.orders").sinks.map(_.dataset.id) == Vector(orders))
  }
}

private final class TraitTable extends Table with SupportsDelete with SupportsWrite with LineageRelation {
  def name: String = "a name of the connector"
  override def schema: StructType = StructType.fromDDL("id LONG, amount DOUBLE")
  def capabilities: util.Set[TableCapability] =
    util.EnumSet.of(TableCapability.BATCH_READ, TableCapability.BATCH_WRITE, TableCapability.TRUNCATE)
  def deleteWhere(filters: Array[Filter]): Unit = ()
  def newWriteBuilder(info: LogicalWriteInfo): WriteBuilder = new WriteBuilder {}
  def getLineageDatasetIdentifier(context: OpenLineageContext): DatasetIdentifier =
    new DatasetIdentifier("orders", "acme://warehouse")
}

class TraitCatalog extends TableCatalog {
  def name: String = "acme"
  def initialize(name: String, options: CaseInsensitiveStringMap): Unit = ()
  def listTables(namespace: Array[String]): Array[Identifier] = Array.empty
  def loadTable(table: Identifier): Table = new TraitTable
  override def createTable(
      table: Identifier,
      schema: StructType,
      partitions: Array[Transform],
      properties: util.Map[String, String]
  ): Table = new TraitTable
  def alterTable(table: Identifier, changes: TableChange*): Table = new TraitTable
  def dropTable(table: Identifier): Boolean = false
  def renameTable(from: Identifier, to: Identifier): Unit = ()
}
