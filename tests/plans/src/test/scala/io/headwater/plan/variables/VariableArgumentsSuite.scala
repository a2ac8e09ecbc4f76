package io.headwater.plan.variables

import org.apache.spark.SPARK_VERSION
import org.scalatest.funsuite.AnyFunSuite

import io.headwater.plan.{Rendering, TestSpark}

/** SQL variables as arguments that Spark evaluates while it analyses a query, or that decide how many rows there are. */
final class VariableArgumentsSuite extends AnyFunSuite {

  /** What a query reads and writes after a variable of a type was set to the column `a` of `t`. */
  private def lines(dataType: String, default: String)(query: String): Seq[String] = {
    val lineage = TestSpark.lineage
    Seq(
      s"DECLARE OR REPLACE VARIABLE v $dataType DEFAULT $default",
      s"SET VARIABLE v = (SELECT coalesce(CAST(max(a) AS $dataType), $default) FROM t)"
    ).foreach { sql =>
      lineage.of(TestSpark.analyzed(sql))
      TestSpark.spark.sql(sql)
    }
    val plan = TestSpark.analyzed(s"CREATE TABLE out USING parquet AS $query")
    Rendering.lines(lineage.of(plan)).filterNot(l => l.startsWith("writes") || l.startsWith("reads"))
  }

  if (SPARK_VERSION.split('.').head.toInt >= 4) {
    // rows: columns.variables
    test("the part that date_part takes") {
      val read = lines("STRING", "'year'") _
      Seq("date_part(v, TIMESTAMP_SECONDS(x))", "datepart(v, TIMESTAMP_SECONDS(x))").foreach { call =>
        assert(read(s"SELECT $call AS n FROM u") == Seq(
          "n <- t.a CONDITIONAL, u.x TRANSFORMATION"
        ))
        assert(read(s"SELECT m + 1 AS n FROM (SELECT $call AS m FROM u)").head.contains("t.a "))
      }
      assert(read(
        "SELECT date_part('year', TIMESTAMP_SECONDS(x)) AS n, extract(YEAR FROM TIMESTAMP_SECONDS(x)) AS m FROM u"
      ) == Seq(
        "n <- u.x TRANSFORMATION",
        "m <- u.x TRANSFORMATION"
      ))
    }

    test("the order of sort_array") {
      val read = lines("BOOLEAN", "true") _
      val sorted = "n <- t.a CONDITIONAL, u.a TRANSFORMATION, u.x TRANSFORMATION"
      assert(read("SELECT sort_array(array(x, a), v) AS n FROM u") == Seq(sorted))
      assert(read("SELECT sort_array(array(x, a), v)[0] AS n FROM u") == Seq(sorted))
      assert(!read("SELECT sort_array(array(x, a), true)[0] AS n FROM u").exists(_.contains("t.a")))
    }

    test("the number of rows of stack") {
      val read = lines("INT", "2") _
      assert(read("SELECT stack(v, x, y, x, y) AS (n, m) FROM u").filter(_.startsWith("rows")) == Seq(
        "rows <- t.a JOIN"
      ))
      assert(read("SELECT stack(1 + 1, x, a) AS n FROM u").forall(!_.startsWith("rows")))
    }

    test("the limit and the offset in EXISTS") {
      val read = lines("INT", "2") _
      Seq("LIMIT v", "OFFSET v", "LIMIT 3 OFFSET v").foreach { limit =>
        val found = read(s"SELECT a FROM t WHERE EXISTS (SELECT x FROM u ORDER BY x $limit)")
        assert(found.contains("rows <- t.a FILTER"), limit)
      }
      assert(
        read("SELECT c FROM t WHERE EXISTS (SELECT x FROM u ORDER BY x LIMIT 2)") == Seq("c <- t.c IDENTITY")
      )
    }

    test("the format in which to_char writes bytes, and the collation") {
      val hex = lines("STRING", "'hex'") _
      Seq("hex", "base64", "utf-8").foreach { format =>
        Seq("to_char", "to_varchar").foreach { function =>
          val read = lines("STRING", s"'$format'") _
          val found = read(
            s"SELECT $function(CAST(y AS BINARY), v) AS n, upper($function(CAST(y AS BINARY), v)) AS m FROM u"
          )
          assert(found.size == 2 && found.forall(l => l.contains("t.a ") && l.contains("u.y ")), found)
        }
      }
      assert(
        hex("SELECT hex(y) AS n, to_char(CAST(y AS BINARY), 'hex') AS m FROM u").forall(!_.contains("t.a"))
      )
      val collated = lines("STRING", "'UTF8_LCASE'") _
      assert(collated("SELECT count(DISTINCT collate(y, v)) AS n FROM u").head.contains("t.a "))
    }

    test("a number of days that is a text, without ANSI mode") {
      TestSpark.spark.conf.set("spark.sql.ansi.enabled", "false")
      try Seq("date_add", "date_sub").foreach { function =>
          val read = lines("STRING", "'7'") _
          val found = read(s"SELECT $function(DATE_FROM_UNIX_DATE(x), v) AS n FROM u")
          assert(found.head.contains("t.a ") && found.head.contains("u.x "), found)
          assert(!read(s"SELECT $function(DATE_FROM_UNIX_DATE(x), 7) AS n FROM u").head.contains("t.a "))
          assert(!read(s"SELECT $function(DATE_FROM_UNIX_DATE(x), '7') AS n FROM u").head.contains("t.a "))
        }
      finally TestSpark.spark.conf.unset("spark.sql.ansi.enabled")
    }

    test("whether the present value is null does not count") {
      val read = lines("INT", "2") _
      assert(read("SELECT coalesce(v, x) AS n FROM u").head.contains("u.x "))
      assert(read("SELECT v IS NULL AS n FROM u").head.contains("t.a "))
      assert(read("SELECT count(v) AS n FROM u").head.contains("t.a "))
    }

    test("whether a column is null that is made of a variable's present value does not count") {
      val read = lines("INT", "2") _
      def ofBoth(from: String): Unit =
        assert(read(s"SELECT coalesce(c, x) AS n FROM $from").head.contains("u.x "), from)
      ofBoth("(SELECT v AS c, x FROM u)")
      ofBoth("(SELECT v + 1 AS c, x FROM u UNION ALL SELECT 1, x FROM u)")
      ofBoth("(SELECT 1 AS c, x FROM u UNION ALL SELECT v, x FROM u)")
      ofBoth("(SELECT x, explode(array(v, 1)) AS c FROM u)")
      ofBoth("(SELECT s.f AS c, x FROM (SELECT struct(v AS f) AS s, x FROM u))")
      ofBoth("(SELECT c, x FROM (SELECT v AS c, x FROM u) GROUP BY c, x)")
      assert(read(
        "WITH q AS (SELECT v AS c, x FROM u) SELECT coalesce(p.c, r.x) AS n FROM q p JOIN q r ON p.x = r.x"
      )
        .head.contains("u.x "))
      assert(read("SELECT n FROM (SELECT v AS c FROM t) o, LATERAL (SELECT coalesce(o.c, x) AS n FROM u)")
        .head.contains("u.x "))
      assert(read("SELECT count(c) AS n FROM (SELECT v AS c FROM u)").head.contains("t.a "))
      assert(read("SELECT coalesce(c, x) AS n FROM (SELECT 2 AS c, x FROM u)") == Seq("n <- nothing"))
    }
  }
}
