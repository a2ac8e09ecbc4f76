package io.headwater.plan.operators

import org.apache.spark.SPARK_VERSION
import org.scalatest.funsuite.AnyFunSuite

import io.headwater.plan.TestSpark

/** SQL functions and the pipe operator `|>`, whose lineage leads to the underlying tables. Spark has them from 4.0 on. */
final class SqlFunctionsSuite extends AnyFunSuite {
  private lazy val spark = TestSpark.spark

  private def columns(sql: String): Vector[String] = {
    val (plan, lineage) = (spark.sql(sql).queryExecution.analyzed, TestSpark.lineage)
    assert(lineage.of(plan).gaps == Vector.empty)
    lineage.ofOutput(plan).columns.map { c =>
      val sources = c.dependencies.map(d => s"${d.source.dataset.name.split('/').last}.${d.source.path}")
      s"${c.column} <- ${sources.mkString(", ")} ${c.certainty.name}"
    }
  }

  if (SPARK_VERSION.split('.').head.toInt >= 4) {
    // rows: columns.project
    test("a lateral join with a table function") {
      spark.sql(
        "CREATE OR REPLACE TEMPORARY FUNCTION of_a(k INT) RETURNS TABLE (p INT, q STRING) RETURN SELECT x + k, y FROM u WHERE a = k"
      )
      val sql = "SELECT t.c, z.p, z.q FROM t, LATERAL of_a(t.a) z"
      assert(columns(sql) == Vector("c <- t.c exact", "p <- t.a, u.x exact", "q <- u.y exact"))
    }

    test("a table function that always has one row decides on its own columns only") {
      spark.sql(
        "CREATE OR REPLACE TEMPORARY FUNCTION most(k INT) RETURNS TABLE (p INT) RETURN SELECT max(x) FROM u WHERE a = k"
      )
      val sql = "SELECT t.c, z.p FROM t LEFT JOIN LATERAL most(t.a) z"
      assert(columns(sql) == Vector("c <- t.c exact", "p <- t.a, u.a, u.x exact"))
      val plan = spark.sql(sql).queryExecution.analyzed
      assert(TestSpark.lineage.ofOutput(plan).rows == Vector.empty)
    }

    test("a function with a subquery, called with an aggregate") {
      spark.sql(
        "CREATE OR REPLACE TEMPORARY FUNCTION best(k INT) RETURNS INT RETURN (SELECT max(x) FROM u WHERE a = k)"
      )
      assert(columns("SELECT best(max(a)) AS b FROM t") == Vector("b <- t.a, u.a, u.x exact"))
    }

    test("the pipe operator") {
      val sql =
        "FROM t |> JOIN u USING (a) |> WHERE x > 1 |> AGGREGATE sum(b) AS total GROUP BY y |> SELECT y, total"
      assert(columns(sql) == Vector("y <- u.y exact", "total <- t.b exact"))
    }
  }
}
