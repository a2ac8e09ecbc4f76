package io.headwater.plan.operators

import org.apache.spark.SPARK_VERSION
import org.scalatest.funsuite.AnyFunSuite

import io.headwater.plan.TestSpark

/** SQL variables, which statements share: a plan that uses one holds its value alone. Spark has them from 4.0 on. */
final class SqlVariablesSuite extends AnyFunSuite {
  private lazy val lineage = TestSpark.lineage

  private def read(sql: String): Seq[String] = {
    val found = lineage.of(TestSpark.analyzed(s"CREATE TABLE out USING parquet AS $sql"))
    found.sinks.flatMap(_.columns).map(c => s"${c.column} ${c.certainty.name}") ++ found.gaps.map(_.reason)
  }

  private def sources(statement: String): Int = lineage.of(TestSpark.analyzed(statement)).sources.size

  if (SPARK_VERSION.split('.').head.toInt >= 4) {
    // rows: columns.literals
    test("a variable that holds data makes unknown what comes of it; any other is exact") {
      TestSpark.spark.sql("DECLARE OR REPLACE VARIABLE newest INT DEFAULT 0")
      assert(read("SELECT newest + a AS n FROM t") == Seq("n exact"))
      assert(sources("SET VARIABLE newest = (SELECT max(b) FROM t)") == 1)
      assert(read("SELECT newest + a AS n FROM t") == Seq(
        "n unknown",
        "the variable newest was set from data by an earlier statement"
      ))
      assert(sources("SET VARIABLE NEWEST = 7") == 0)
      assert(read("SELECT newest + a AS n FROM t") == Seq("n exact"))
    }
  }
}
