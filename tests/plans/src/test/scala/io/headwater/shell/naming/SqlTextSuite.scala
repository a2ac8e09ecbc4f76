package io.headwater.shell.naming

import org.apache.spark.SPARK_VERSION
import org.apache.spark.sql.DataFrame
import org.scalatest.funsuite.AnyFunSuite

import io.headwater.plan.TestSpark

/** The statement of a query. */
final class SqlTextSuite extends AnyFunSuite {
  private lazy val spark = TestSpark.spark

  private def text(frame: DataFrame): Option[String] = SqlText.of(frame.queryExecution.logical)

  test("the text of a statement is that of the statement, whatever it reads") {
    val sql = "SELECT a, (SELECT max(x) FROM u WHERE u.a = t.a) AS m FROM t JOIN v ON a1 = a"
    assert(text(spark.sql(sql)).contains(sql))
    assert(text(spark.sql(sql).filter("m > 1")).contains(sql))
  }

  test("a DataFrame has no text, also if an expression has a subquery or a view has one") {
    assert(text(spark.table("t").selectExpr("a", "(SELECT max(x) FROM u) AS m")).isEmpty)
    assert(text(spark.table("t").where("a IN (SELECT x FROM u)")).isEmpty)
    assert(text(spark.table("v").select("a1")).isEmpty)
  }

  // SQL functions exist from Spark 4.0 on
  if (!SPARK_VERSION.startsWith("3."))
    test("the body of a SQL function is not the text") {
      spark.sql(
        "CREATE OR REPLACE TEMPORARY FUNCTION most(p INT) RETURNS INT RETURN (SELECT max(x) FROM u WHERE u.a = p)"
      )
      spark.sql("CREATE OR REPLACE TEMPORARY FUNCTION those() RETURNS TABLE (x INT) RETURN SELECT x FROM u")
      assert(text(spark.table("t").selectExpr("most(a) AS m")).isEmpty)
      val sql = "SELECT most(a) AS m FROM t, those()"
      assert(text(spark.sql(sql)).contains(sql))
    }

  test("a very long statement is cut, and says how much is missing") {
    val sql = s"SELECT a FROM t WHERE c = '${"x" * 1000000}'"
    val found = text(spark.sql(sql))
    assert(found.exists(t => t.length < 530000 && t.endsWith(s"x… (${sql.length - 524288} more characters)")))
  }
}
