package io.headwater.plan.nodes

import org.apache.spark.SPARK_VERSION
import org.scalatest.funsuite.AnyFunSuite

import io.headwater.plan.SparkOfTheSuite

/** SQL variables, which statements share: a plan that uses one holds its value alone. Spark has them from 4.0 on. */
final class VariablesSuite extends AnyFunSuite {
  private lazy val lineage = SparkOfTheSuite.lineage

  private def read(sql: String): Seq[String] = {
    val found = lineage.of(SparkOfTheSuite.analyzed(s"CREATE TABLE out USING parquet AS $sql"))
    found.sinks.flatMap(_.columns).map(c => s"${c.column} ${c.certainty.name}") ++ found.gaps.map(_.reason)
  }

  private def sources(statement: String): Int = lineage.of(SparkOfTheSuite.analyzed(statement)).sources.size

  if (SPARK_VERSION.split('.').head.toInt >= 4) {
    // rows: columns.literals
    test("a variable that holds data makes unknown what comes of it; any other is exact") {
      SparkOfTheSuite.spark.sql("DECLARE OR REPLACE VARIABLE newest INT DEFAULT 0")
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
