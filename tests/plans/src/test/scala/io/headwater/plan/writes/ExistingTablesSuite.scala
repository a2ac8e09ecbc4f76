package io.headwater.plan.writes

import java.net.URI
import java.time.Instant

import org.apache.spark.sql.catalyst.TableIdentifier
import org.apache.spark.sql.execution.command.CreateDataSourceTableCommand
import org.apache.spark.sql.types.StructType
import org.scalatest.funsuite.AnyFunSuite

import io.headwater.model.PlanLineage
import io.headwater.plan.session.{CatalogEntry, SeenTable, SessionContext}
import io.headwater.plan.{Lineage, Rules, TestSpark}

/** Tables that no plan has shown, and that the catalog may have. */
final class ExistingTablesSuite extends AnyFunSuite {
  private val start = 1700000000500L // half a second
  private val table =
    SeenTable(Some(new URI("file:/there")), managed = false, schema = StructType.fromDDL("a INT, zz INT"))

  /** @param catalog the `createTime` of the table in the catalog; Some(None) if there is none, None without an answer */
  private def lineage(sql: String, catalog: Option[Option[Long]]): PlanLineage = lineage(sql, _ => catalog)

  private def lineage(sql: String, catalog: TableIdentifier => Option[Option[Long]]): PlanLineage = {
    val context = SessionContext(
      Some("file:/wh"),
      tableInCatalog = catalog(_).map(_.map(CatalogEntry(table, _))),
      started = Some(Instant.ofEpochMilli(start))
    )
    new Lineage(Rules(TestSpark.shim.rules), context).of(at(sql))
  }

  /** The plan of a statement, as if it had been analysed a moment before its start. */
  private def at(sql: String) = TestSpark.analyzed(sql) match {
    case c: CreateDataSourceTableCommand => c.copy(table = c.table.copy(createTime = start - 10))
    case other => other
  }

  private def outputs(sql: String, catalog: Option[Option[Long]]): String =
    lineage(sql, catalog).sinks.map(s =>
      s"${s.dataset.id.name} ${s.dataset.schema.map(_.name).mkString(" ")}"
    ).mkString

  private def reasons(sql: String, catalog: Option[Option[Long]]): String =
    lineage(sql, catalog).gaps.map(_.reason).mkString

  private val create = "CREATE TABLE IF NOT EXISTS new (z INT) USING parquet"
  private val created = "/wh/new z"

  test("IF NOT EXISTS has an output if the catalog has the table that the statement has made") {
    assert(outputs(create, Some(None)) == created)
    assert(outputs(create, Some(Some(start - 10))) == created)
    assert(outputs(create, Some(Some(1700000000000L))) == created) // Hive keeps seconds
    assert(outputs(create, Some(Some(start + 5000))) == created) // replaced since
  }

  test("IF NOT EXISTS has no output if the table is older, be it by a millisecond") {
    for (time <- Seq(start - 11, start - 600, 1699999999000L)) {
      assert(outputs(create, Some(Some(time))) == "")
      assert(reasons(create, Some(Some(time))) == "")
    }
  }

  test("IF NOT EXISTS has no output, and a gap, if the catalog does not answer") {
    assert(outputs(create, None) == "")
    assert(reasons(create, None) == "whether the table existed is not known")
  }

  test("DROP IF EXISTS has an output if the table is older than the statement") {
    val drop = "DROP TABLE IF EXISTS new"
    assert(outputs(drop, Some(Some(start - 1))) == "/there a zz")
    for (catalog <- Seq(None, Some(None), Some(Some(start)), Some(Some(1700000000000L)))) {
      assert(outputs(drop, catalog) == "")
      assert(reasons(drop, catalog) == "whether there was anything to drop is not known")
    }
  }

  test("a command has the table with its columns, or no output") {
    for (
      command <-
        Seq("TRUNCATE TABLE t", "MSCK REPAIR TABLE t", "ALTER TABLE t SET TBLPROPERTIES ('x' = 'y')")
    ) {
      assert(outputs(command, Some(Some(start - 5000))) == "/there a zz")
      for (catalog <- Seq(None, Some(None), Some(Some(start + 1)))) {
        assert(outputs(command, catalog) == "")
        assert(reasons(command, catalog) == "neither a plan nor the catalog has shown the table")
      }
    }
  }

  test("LOAD DATA into a table that nothing shows has its input and no output") {
    val load = "LOAD DATA LOCAL INPATH '/in' INTO TABLE t"
    assert(outputs(load, Some(Some(start - 5000))) == "/there a zz")
    for (catalog <- Seq(None, Some(None))) {
      assert(outputs(load, catalog) == "")
      assert(lineage(load, catalog).sources.map(_.id.name) == Vector("/in"))
      assert(reasons(load, catalog) == "neither a plan nor the catalog has shown the table")
    }
  }

  test("ADD COLUMNS has each column once, whenever the catalog is called") {
    val after = lineage("ALTER TABLE t ADD COLUMNS (zz INT)", Some(Some(start - 5000))).sinks(0).schemaAfter
    assert(after.toVector.flatten.map(_.name) == Vector("a", "zz"))
  }

  test("a table is renamed though the catalog has its new name already") {
    assert(outputs("ALTER TABLE t RENAME TO newer", Some(Some(start - 5000))) == "/there a zz")
    assert(outputs("ALTER TABLE t RENAME TO newer", Some(None)) == "")
  }

  test("a table is renamed though the statement runs while the catalog is called") {
    var calls = 0
    def catalog(name: TableIdentifier): Option[Option[Long]] = {
      calls += 1
      Some(if (name.table == "newer" && calls > 1) Some(start - 5000) else None)
    }
    val found = lineage("ALTER TABLE t RENAME TO newer", catalog(_)).sinks
    assert(found.map(_.dataset.id.name) == Vector("/there"))
    assert(calls == 3)
  }
}
