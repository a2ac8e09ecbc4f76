package io.headwater.plan.writes

import org.scalatest.funsuite.AnyFunSuite

import io.headwater.plan.session.SessionContext
import io.headwater.plan.{Lineage, Rules, TestSpark}

/** The catalog has dropped all databases before a plan is read. */
final class DatabaseCommandsSuite extends AnyFunSuite {
  private val session = SessionContext(Some("file:/wh"), databaseLocation = Some(_ => None))
  private val lineage = new Lineage(Rules(TestSpark.shim.rules), session)

  private def succeeds(sql: String): Unit = { lineage.of(TestSpark.analyzed(sql)); () }

  private def created(table: String): String =
    lineage.of(TestSpark.analyzed(s"CREATE TABLE $table USING parquet AS SELECT a FROM t"))
      .sinks.map(_.dataset.id.name).mkString

  test("a table of a new database is named by its folder until the database is dropped") {
    succeeds("CREATE DATABASE scratch")
    succeeds("CREATE DATABASE placed LOCATION 'file:/a b'")
    assert(created("scratch.made") == "/wh/scratch.db/made")
    assert(created("placed.made") == "/a b/made")
    succeeds("DROP DATABASE scratch CASCADE")
    assert(created("scratch.made") == "scratch.made")
  }
}
