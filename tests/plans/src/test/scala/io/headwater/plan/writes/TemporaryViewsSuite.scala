package io.headwater.plan.writes

import org.scalatest.funsuite.AnyFunSuite

import io.headwater.plan.{Rendering, TestSpark}

/** Temporary views are names of a session, and no datasets. */
final class TemporaryViewsSuite extends AnyFunSuite {
  private lazy val spark = {
    TestSpark.spark.sql("CREATE TEMP VIEW passing AS SELECT a FROM t")
    TestSpark.spark.sql("CREATE GLOBAL TEMP VIEW passing AS SELECT a FROM t")
    TestSpark
  }

  for (
    statement <- Seq(
      "ALTER VIEW passing AS SELECT b FROM t",
      "ALTER VIEW global_temp.passing AS SELECT b FROM t",
      "ALTER VIEW passing RENAME TO gone",
      "DROP VIEW passing"
    )
  ) test(statement)(assert(Rendering.lines(spark.lineage.of(spark.analyzed(statement))) == Vector.empty))
}
