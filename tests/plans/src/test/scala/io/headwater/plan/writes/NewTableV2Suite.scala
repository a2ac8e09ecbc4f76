package io.headwater.plan.writes

import java.net.URI
import java.time.Instant

import org.apache.iceberg.spark.SparkCatalog
import org.apache.spark.SPARK_VERSION
import org.apache.spark.sql.catalyst.TableIdentifier
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan
import org.scalatest.funsuite.AnyFunSuite

import io.headwater.model.{DatasetId, PlanLineage}
import io.headwater.plan.naming.Locations
import io.headwater.plan.session.{CatalogEntry, DefaultFileSystem, SeenTable, SessionContext}
import io.headwater.plan.{Lineage, Rules, TestSpark}
import io.headwater.util.Accessors

/** New tables of an Iceberg catalog that takes the place of Spark's session catalog. */
final class NewTableV2Suite extends AnyFunSuite {
  TestSpark.spark.conf.set("spark.sql.catalog.ice", classOf[SparkCatalog].getName)

  private def session(kind: String, warehouse: Option[String] = None): SessionContext = {
    val at = "spark.sql.catalog.spark_catalog"
    val conf = Map(s"$at.type" -> kind, s"$at.uri" -> "http://h:8181") ++ warehouse.map(s"$at.warehouse" -> _)
    SessionContext(
      Some("file:/wh"),
      conf = conf.get,
      defaultFileSystem = Some(DefaultFileSystem(new URI("hdfs://nn"), (_: String) => None))
    )
  }

  private def of(
      session: SessionContext,
      sql: String,
      properties: Map[String, String] = Map.empty
  ): PlanLineage = {
    val plan = TestSpark.analyzed(sql)
    if (properties.nonEmpty) withProperties(plan, properties)
    SparkCatalog.catalogName = "spark_catalog"
    try new Lineage(Rules(TestSpark.shim.rules), session).of(plan)
    finally SparkCatalog.catalogName = "ice"
  }

  /** Sets the table's properties as `DataFrameWriterV2` does: SQL does not let a statement set the location so. */
  private def withProperties(plan: LogicalPlan, properties: Map[String, String]): Unit = {
    val spec = new Accessors(plan).value[AnyRef]("tableSpec")
    val field = spec.getClass.getDeclaredField("properties")
    field.setAccessible(true)
    field.set(spec, properties)
  }

  private def ids(lineage: PlanLineage): Vector[DatasetId] = lineage.sinks.map(_.dataset.id)

  private val hasInnerWrite = !SPARK_VERSION.matches("3\\.[34]\\..*")
  private val inRest = DatasetId("http://h:8181", "db.new")

  test("a new table whose folder the service chooses is that of the write inside, or goes by its name") {
    for (create <- Seq("CREATE", "CREATE OR REPLACE")) {
      val lineage = of(session("rest"), s"$create TABLE ice.db.new USING iceberg AS SELECT a FROM t")
      assert(lineage.creation.isDefined)
      if (hasInnerWrite) assert(ids(lineage).isEmpty && lineage.gaps.isEmpty)
      else {
        assert(ids(lineage) == Vector(inRest))
        assert(lineage.gaps.map(_.reason) == Vector(UnseenTables.unknownNewLocation))
      }
    }
    val empty = of(session("rest"), "CREATE TABLE ice.db.new (a INT) USING iceberg")
    assert(ids(empty) == Vector(inRest))
    assert(empty.gaps.map(_.reason) == Vector(UnseenTables.unknownNewLocation))
  }

  test("DROP TABLE asks the catalog of the library, not Spark's session catalog") {
    val dropped = of(session("hadoop", Some("s3://lake/wh")), "DROP TABLE ice.db.orders")
    assert(ids(dropped) == Vector(DatasetId("s3://lake", "wh/db/orders")))
    assert(dropped.gaps.isEmpty)
  }

  test("a location is qualified as Spark does it") {
    def at(clause: String) =
      ids(of(session("rest"), s"CREATE TABLE ice.db.new USING iceberg $clause AS SELECT a FROM t"))
    if (NewTableV2.isInWarehouse(SPARK_VERSION)) {
      assert(at("LOCATION '/data/t'") == Vector(DatasetId("file", "/data/t")))
      assert(at("LOCATION 'rel'") == Vector(DatasetId("file", "/wh/rel")))
    } else {
      assert(at("LOCATION '/data/t'") == Vector(DatasetId("hdfs://nn", "/data/t")))
      assert(!at("LOCATION 'rel'").exists(_.name.startsWith("/wh")))
    }
    for (old <- Seq("3.3.4", "3.4.4", "3.5.0", "3.5.2", "3.5.2-amzn-0")) assert(NewTableV2.isInWarehouse(old))
    for (later <- Seq("3.5.3", "3.5.20", "3.5.9", "4.0.1")) assert(!NewTableV2.isInWarehouse(later))
  }

  test("the location among the properties is that of the table, as it is written") {
    for (create <- Seq("CREATE", "CREATE OR REPLACE"); at <- Seq("s3://lake/x", "/x")) {
      val sql = s"$create TABLE ice.db.new USING iceberg AS SELECT a FROM t"
      assert(ids(of(session("rest"), sql, Map("location" -> at))) == Vector(Locations.of(new URI(at))))
    }
  }

  test("CREATE TABLE IF NOT EXISTS … AS SELECT teaches where the table lies that there was, or is now") {
    val there = SeenTable(Some(new URI("file:/there")), managed = false)
    def after(created: Long): SessionContext = {
      val known = session("rest").copy(
        tableInCatalog = _ => Some(Some(CatalogEntry(there, created))),
        started = Some(Instant.ofEpochMilli(2000))
      )
      of(known, "CREATE TABLE IF NOT EXISTS daily USING parquet AS SELECT a FROM t")
      known
    }
    val daily = TableIdentifier("daily", Some("default"))
    assert(after(created = 1).tables(daily).flatMap(_.location) == there.location)
    assert(after(created = 2500).tables(daily).exists(_.location != there.location))
    val unanswered = session("rest").copy(tableInCatalog = _ => None, started = Some(Instant.EPOCH))
    of(unanswered, "CREATE TABLE IF NOT EXISTS daily USING parquet AS SELECT a FROM t")
    assert(unanswered.tables(daily).isEmpty)
  }

  test("a second CREATE VIEW IF NOT EXISTS of an application has no output") {
    val known = session("rest").copy(tableInCatalog = _ => Some(None), started = Some(Instant.EPOCH))
    def created(query: String) = ids(of(known, s"CREATE VIEW IF NOT EXISTS recent AS $query"))
    assert(created("SELECT a FROM t").nonEmpty)
    assert(created("SELECT b FROM t").isEmpty)
  }
}
