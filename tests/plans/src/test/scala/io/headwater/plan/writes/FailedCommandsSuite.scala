package io.headwater.plan.writes

import org.scalatest.funsuite.AnyFunSuite

import io.headwater.model.{DatasetId, Field}
import io.headwater.plan.TestSpark

/** What a statement does to tables and variables is remembered for later statements, once it has succeeded. */
final class FailedCommandsSuite extends AnyFunSuite {
  private val allOfT = "SELECT * FROM t"

  /** One session of the agent. */
  private final class Session {
    private val lineage = TestSpark.lineage

    def succeeds(sql: String): Unit = { lineage.of(TestSpark.analyzed(sql)); () }
    def fails(sql: String): Unit = { lineage.read(TestSpark.analyzed(sql)); () }

    def output(sql: String): Option[(DatasetId, Vector[Field])] =
      lineage.read(TestSpark.analyzed(sql)).lineage.sinks.headOption.map(s =>
        s.dataset.id -> s.dataset.schema
      )
  }

  /** What a later statement writes after a statement has failed is what it writes without that statement. */
  private def changesNothing(before: String*)(statement: String, later: String): Unit =
    test(s"$statement fails, then $later") {
      val (failed, other, succeeded) = (new Session, new Session, new Session)
      Seq(failed, other, succeeded).foreach(session => before.foreach(session.succeeds))
      failed.fails(statement)
      succeeded.succeeds(statement)
      assert(failed.output(later) == other.output(later))
      assert(succeeded.output(later) != other.output(later))
    }

  changesNothing(allOfT)("ALTER TABLE t ADD COLUMNS (z INT)", "TRUNCATE TABLE t")
  changesNothing(allOfT)("ALTER TABLE t CHANGE COLUMN a a INT COMMENT 'x'", "TRUNCATE TABLE t")
  changesNothing(allOfT)("ALTER TABLE t SET LOCATION '/elsewhere'", "TRUNCATE TABLE t")
  changesNothing(allOfT)("ALTER TABLE t RENAME TO renamed", "TRUNCATE TABLE t")
  changesNothing(allOfT)("DROP TABLE t", "TRUNCATE TABLE t")
  changesNothing(allOfT)("CREATE TABLE t (z INT) USING parquet", "TRUNCATE TABLE t")
  changesNothing(allOfT)("CREATE TABLE t USING parquet AS SELECT 1 AS z", "TRUNCATE TABLE t")
  changesNothing(allOfT, "SELECT * FROM u")("CREATE TABLE t LIKE u", "TRUNCATE TABLE t")
  changesNothing()(
    "CREATE VIEW created AS SELECT a FROM t",
    "CREATE VIEW IF NOT EXISTS created AS SELECT 1 AS a"
  )

  private val orders = "memory.shop.orders"
  TestSpark.spark.conf.set("spark.sql.catalog.memory", classOf[MemoryCatalog].getName)
  changesNothing(s"SELECT * FROM $orders")(s"ALTER TABLE $orders ADD COLUMNS (z INT)", s"DROP TABLE $orders")
  changesNothing(s"SELECT * FROM $orders")(
    s"ALTER TABLE $orders RENAME TO shop.renamed",
    s"DROP TABLE IF EXISTS $orders"
  )
  changesNothing()(s"ALTER TABLE $orders RENAME TO shop.renamed", "DROP TABLE IF EXISTS memory.shop.renamed")
  changesNothing(s"SELECT * FROM $orders")(s"DROP TABLE $orders", s"DROP TABLE IF EXISTS $orders")
  changesNothing()("CREATE TABLE memory.shop.created (z INT)", "DROP TABLE IF EXISTS memory.shop.created")
}
