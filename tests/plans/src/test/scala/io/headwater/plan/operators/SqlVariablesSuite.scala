package io.headwater.plan.operators

import org.apache.spark.SPARK_VERSION
import org.scalatest.funsuite.AnyFunSuite

import io.headwater.plan.TestSpark

/** SQL variables. A plan that uses a variable has its value only. Spark has variables from 4.0 on. */
final class SqlVariablesSuite extends AnyFunSuite {
  private lazy val lineage = TestSpark.lineage

  private def read(sql: String): Seq[String] = {
    val result = lineage.of(TestSpark.analyzed(s"CREATE TABLE out USING parquet AS $sql"))
    result.sinks.flatMap(_.columns).map(c => s"${c.column} ${c.certainty.name}") ++ result.gaps.map(_.reason)
  }

  private def sources(statement: String): Int = lineage.of(TestSpark.analyzed(statement)).sources.size

  if (SPARK_VERSION.split('.').head.toInt >= 4) {
    // rows: columns.literals
    test("a column from a variable that was set from data is unknown, from any other variable exact") {
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
