package io.headwater.plan.writes

import org.scalatest.funsuite.AnyFunSuite

import io.headwater.model.{DatasetId, Lifecycle}
import io.headwater.plan.TestSpark

class TableCommandsV2Suite extends AnyFunSuite {
  test("COMMENT ON TABLE names a table of the session catalog as a query does") {
    val lineage = TestSpark.lineage
    val read = lineage.of(TestSpark.analyzed("CREATE TABLE out USING parquet AS SELECT * FROM t")).sources
    val commented = lineage.of(TestSpark.analyzed("COMMENT ON TABLE t IS 'what it has'"))
    assert(commented.gaps.isEmpty)
    assert(commented.sinks.map(_.dataset.lifecycle) == Vector(Some(Lifecycle.Alter)))
    assert(commented.sinks.map(_.dataset.id) == read.map(_.id))
    assert(commented.sinks.map(_.dataset.symlinks) == read.map(_.symlinks))
  }

  test("the name that an unknown catalog gives to a new table is provisional, and the creation is kept") {
    TestSpark.spark.conf.set("spark.sql.catalog.memory", classOf[MemoryCatalog].getName)
    def of(create: String) =
      TestSpark.lineage.of(
        TestSpark.analyzed(s"$create TABLE memory.shop.made USING acme AS SELECT a FROM t")
      )
    for (
      (create, lifecycle) <- Seq("CREATE" -> Lifecycle.Create, "CREATE OR REPLACE" -> Lifecycle.Overwrite)
    ) {
      assert(of(create).sinks.map(s => s.dataset.id -> s.isProvisional) ==
        Vector(DatasetId("memory", "shop.made") -> true))
      assert(of(create).creation.contains(lifecycle))
    }
    val inSessionCatalog = TestSpark.of("CREATE TABLE made USING parquet AS SELECT a FROM t")
    assert(inSessionCatalog.sinks.map(_.isProvisional) == Vector(false))
    assert(inSessionCatalog.creation.isEmpty)
  }

  test("a table that accepts any schema gets its columns by name, also from an INSERT by position") {
    TestSpark.spark.conf.set("spark.sql.catalog.memory", classOf[MemoryCatalog].getName)
    val insert = "INSERT INTO memory.shop.open SELECT a AS id, 'new' AS status, b AS amount FROM t"
    val columns = TestSpark.lineage.of(TestSpark.analyzed(insert)).sinks.flatMap(_.columns)
    assert(columns.map(c => c.column -> c.dependencies.map(_.source.path)).toMap ==
      Map("id" -> Vector("a"), "status" -> Vector.empty, "amount" -> Vector("b")))
  }

  test("a column that is added with a default value is in the schema, whatever the format of the table") {
    TestSpark.spark.conf.set("spark.sql.catalog.memory", classOf[MemoryCatalog].getName)
    val added =
      TestSpark.lineage.of(TestSpark.analyzed("ALTER TABLE memory.shop.orders ADD COLUMN z INT DEFAULT 5"))
    assert(added.gaps.isEmpty)
    assert(added.sinks.flatMap(_.schemaAfter).map(_.map(_.name)) == Vector(Vector("id", "amount", "z")))
  }
}
