package io.headwater.plan.writes

import java.net.URI

import org.scalatest.funsuite.AnyFunSuite

import io.headwater.plan.session.SessionContext
import io.headwater.plan.{Lineage, Rules, TestSpark}

final class DatabaseCommandsSuite extends AnyFunSuite {
  private def lineage(catalog: String => Option[URI], metastore: Option[String] = None): Lineage =
    new Lineage(
      Rules(TestSpark.shim.rules),
      SessionContext(Some("file:/wh"), metastore = metastore, databaseLocation = Some(catalog))
    )

  private def run(sql: String, of: Lineage): Vector[String] = {
    val read = of.read(TestSpark.analyzed(sql))
    read.ended(succeeded = true)
    read.lineage.sinks.map(_.dataset.id.name)
  }

  private def createdBy(of: Lineage)(table: String): String =
    run(s"CREATE TABLE $table USING parquet AS SELECT a FROM t", of).mkString

  test("a table of a new database is named by its folder until the database is dropped") {
    val afterDrop = lineage(_ => None) // the catalog has dropped all databases before a plan is read
    def succeeds(sql: String): Unit = { run(sql, afterDrop); () }
    val created = createdBy(afterDrop) _
    succeeds("CREATE DATABASE scratch")
    succeeds("CREATE DATABASE placed LOCATION 'file:/a b'")
    assert(created("scratch.made") == "/wh/scratch.db/made")
    assert(created("placed.made") == "/a b/made")
    succeeds("DROP DATABASE scratch CASCADE")
    assert(created("scratch.made") == "scratch.made")
  }

  /** A catalog that counts its calls, and a database in it that moves. */
  private final class Catalog(metastore: Option[String] = None) {
    var calls = 0
    var place = "a"
    private val of = lineage(name => { calls += 1; Some(new URI(s"file:/$place/$name")) }, metastore)
    val created: String => String = createdBy(of)
    def run(sql: String): Unit = { DatabaseCommandsSuite.this.run(sql, of); () }
  }

  test("the catalog is called once for a database, however many tables are created in it") {
    val catalog = new Catalog
    assert((1 to 20).map(n => catalog.created(s"scratch.t$n")).last == "/a/scratch/t20")
    assert(catalog.calls == 1)
    assert(catalog.created("placed.t") == "/a/placed/t" && catalog.created("SCRATCH.t") == "/a/scratch/t")
    assert(catalog.calls == 2)
  }

  for (
    statement <- Seq(
      "ALTER DATABASE scratch SET LOCATION 'file:/b/scratch'",
      "ALTER DATABASE spark_catalog.scratch SET LOCATION 'file:/b/scratch'",
      "DROP DATABASE scratch CASCADE",
      "DROP DATABASE spark_catalog.SCRATCH CASCADE",
      "CREATE DATABASE IF NOT EXISTS scratch",
      "CREATE DATABASE spark_catalog.scratch"
    )
  ) test(s"the catalog is called again after $statement") {
    val catalog = new Catalog
    assert(catalog.created("scratch.t") == "/a/scratch/t" && catalog.created("placed.t") == "/a/placed/t")
    catalog.place = "b"
    catalog.run(statement)
    assert(catalog.created("scratch.t") == "/b/scratch/t" && catalog.created("scratch.u") == "/b/scratch/u")
    assert(catalog.created("placed.t") == "/a/placed/t")
    assert(catalog.calls == 3)
  }

  test("a statement that leaves the location of a database alone makes no call") {
    val catalog = new Catalog
    catalog.created("scratch.t")
    catalog.run("ALTER DATABASE scratch SET DBPROPERTIES ('k' = 'v')")
    catalog.created("scratch.u")
    assert(catalog.calls == 1)
  }
}
