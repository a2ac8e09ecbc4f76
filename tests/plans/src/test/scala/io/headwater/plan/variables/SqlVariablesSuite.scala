package io.headwater.plan.variables

import org.apache.spark.SPARK_VERSION
import org.scalatest.funsuite.AnyFunSuite

import io.headwater.plan.TestSpark

/** SQL variables. A plan that uses a variable has its value only; so it has the lineage of the statement that set the
  * variable. Spark has variables from 4.0 on.
  */
final class SqlVariablesSuite extends AnyFunSuite {
  private val fromMax = "SET VARIABLE newest = (SELECT max(b) FROM t WHERE c > 'x')"
  private val declare = "DECLARE OR REPLACE VARIABLE newest INT DEFAULT 0"

  if (SPARK_VERSION.split('.').head.toInt >= 4) {
    // rows: columns.variables
    test("a column from a variable has the sources of the query that set the variable") {
      val session = new VariableSession
      session(declare)
      assert(session.read("SELECT newest AS n, newest + a AS m FROM t") == Seq(
        "reads t",
        "n <- nothing",
        "m <- t.a TRANSFORMATION"
      ))
      session(fromMax)
      assert(session.read("SELECT newest AS n, newest + x AS m FROM u WHERE x > newest") == Seq(
        "reads t",
        "reads u",
        "n <- t.b AGGREGATION, t.c FILTER",
        "m <- t.b AGGREGATION, t.c FILTER, u.x TRANSFORMATION",
        "rows <- t.b FILTER",
        "rows <- t.c FILTER",
        "rows <- u.x FILTER"
      ))
      session("SET VARIABLE NEWEST = 7")
      assert(session.read("SELECT newest AS n") == Seq("n <- nothing"))
    }

    test("the number of a limit may be a variable") {
      val session = new VariableSession
      session(declare, fromMax)
      Seq("LIMIT", "OFFSET").foreach(clause =>
        assert(session.read(s"SELECT x FROM u $clause newest") == Seq(
          "reads t",
          "reads u",
          "x <- u.x IDENTITY",
          "rows <- t.b FILTER",
          "rows <- t.c FILTER"
        ))
      )
      assert(session.read("SELECT x FROM u LIMIT 3") == Seq("reads u", "x <- u.x IDENTITY"))
    }

    test("the number of groups of ntile may be a variable") {
      val session = new VariableSession
      session(declare, fromMax)
      assert(session.read("SELECT ntile(coalesce(newest, 2)) OVER (ORDER BY x) AS n FROM u") == Seq(
        "reads t",
        "reads u",
        "n <- t.b AGGREGATION+CONDITIONAL, t.c FILTER+CONDITIONAL, u.x WINDOW"
      ))
    }

    test("the offset of lag and lead may be a variable") {
      val session = new VariableSession
      session(declare, fromMax)
      Seq("lag", "lead").foreach { function =>
        val plain = s"SELECT $function(x, newest) OVER (ORDER BY x) AS n FROM u"
        assert(session.read(plain) == Seq(
          "reads t",
          "reads u",
          "n <- t.b CONDITIONAL, t.c CONDITIONAL, u.x TRANSFORMATION+WINDOW"
        ))
        val nested = session.read(s"SELECT $function(struct(x), newest) OVER (ORDER BY x) AS n FROM u")
        assert(nested.exists(_.contains("n <- t.b ")))
      }
    }

    test("an argument that Spark evaluates during the analysis may have a variable") {
      TestSpark.spark.sql("DECLARE OR REPLACE VARIABLE format STRING DEFAULT 'yyyy'")
      val session = new VariableSession
      session(declare, fromMax)
      val calls = Seq(
        "to_json(struct(x), map('dateFormat', format))",
        "from_json(cast(x AS STRING), 'k DATE', map('dateFormat', session.format))",
        "to_csv(struct(x), map('nullValue', format))",
        "from_csv(cast(x AS STRING), 'k DATE', map('dateFormat', format || ''))",
        "max(from_json(cast(x AS STRING), 'k DATE', map('dateFormat', format)).k)"
      )
      calls.foreach { call =>
        val found = session.read(s"SELECT $call AS n FROM u")
        assert(found.exists(_.startsWith("n <-unknown- u.x")), found)
        assert(found.exists(_.contains("what set a variable in an argument of ")), found)
      }
      session("SET VARIABLE format = (SELECT coalesce(max(c), 'yyyy') FROM t WHERE b > 1)")
      calls.foreach { call =>
        val found = session.read(s"SELECT $call AS n FROM u")
        assert(found.exists(line => line.startsWith("n <- t.b FILTER, t.c ") && line.contains("u.x ")), found)
      }
      assert(session.read("SELECT to_json(struct(x), map('dateFormat', 'yyyy')) AS n FROM u") == Seq(
        "reads u",
        "n <- u.x TRANSFORMATION"
      ))
    }

    test("a range with a variable in its bounds is unknown") {
      val session = new VariableSession
      session(declare, fromMax)
      val found = session.read("SELECT id + 1 AS i FROM range(CAST(coalesce(newest, 2) AS BIGINT)) r")
      assert(found == Seq(
        "i <-unknown- nothing",
        "gap Range: the bounds of range may have a variable that depends on data"
      ))
      assert(session.read("SELECT id FROM range(7)") == Seq("id <- nothing"))
    }

    test("the columns of a PIVOT with a variable in its values are unknown") {
      val session = new VariableSession
      session(declare, fromMax)
      def pivot(value: String, cell: String) =
        session.read(s"SELECT * FROM (SELECT a, b, $cell AS v FROM t) PIVOT (max(v) FOR b IN ($value AS p))")
      // Spark plans the second one in another way, because its cells are arrays
      Seq("a", "array(a)").foreach { cell =>
        val found = pivot("newest", cell)
        assert(found.contains("a <- t.a IDENTITY"))
        assert(found.exists(_.startsWith("p <-unknown- t.a ")))
        assert(found.exists(_.contains("the values of PIVOT may have a variable that depends on data")))
        assert(!pivot("7", cell).exists(_.contains("unknown")))
      }
    }

    test("VALUES has the variables of its text") {
      val session = new VariableSession
      session(declare, fromMax)
      assert(session.read("SELECT * FROM VALUES (newest, 1), (2, 3) AS w(n, m)") == Seq(
        "reads t",
        "n <- t.b AGGREGATION, t.c FILTER",
        "m <- nothing"
      ))
      assert(session.read("SELECT * FROM VALUES (system.session.newest + 1, current_date) AS w(n, d)") == Seq(
        "reads t",
        "n <- t.b AGGREGATION, t.c FILTER",
        "d <- nothing"
      ))
      assert(session.read("SELECT * FROM VALUES (1) AS w(newest)") == Seq("newest <- nothing"))
    }

    test("a literal beside types and casts is none that a parameter replaced") {
      val session = new VariableSession
      session(declare, fromMax)
      val sql =
        "SELECT array_sort(array(1)) AS sorted, cast(struct(a, c) AS struct<n:int,s:string>) AS s, bool_and(true) OVER () AS yes, DATE'2020-01-01' AS day FROM t"
      assert(session.read(sql).filter(_.contains("unknown")) == Nil)
    }

    test("a variable that is set from another variable, or from itself, keeps the sources") {
      val session = new VariableSession
      session(declare, fromMax, "DECLARE OR REPLACE VARIABLE next INT DEFAULT newest + 1")
      session("SET VARIABLE newest = newest * 2")
      Seq("newest", "next").foreach(name =>
        assert(session.read(s"SELECT $name AS n") == Seq("reads t", "n <- t.b AGGREGATION, t.c FILTER"))
      )
      session("SET VARIABLE (next, newest) = (SELECT a, b FROM t WHERE d IS NULL LIMIT 1)")
      assert(session.read("SELECT next AS n, newest AS m") == Seq(
        "reads t",
        "n <- t.a IDENTITY, t.d FILTER",
        "m <- t.b IDENTITY, t.d FILTER"
      ))
    }

    test("a field of a variable that is a struct has the sources of that field") {
      val session = new VariableSession
      session("DECLARE OR REPLACE VARIABLE pair STRUCT<p: INT, q: STRUCT<r: STRING>>")
      session("SET VARIABLE pair = (SELECT struct(a, struct(c AS r)) FROM t WHERE b > 1 LIMIT 1)")
      assert(session.read("SELECT pair.p AS p, pair.q.r || 'x' AS r, pair AS s") == Seq(
        "reads t",
        "p <- t.a TRANSFORMATION, t.b FILTER",
        "r <- t.b FILTER, t.c TRANSFORMATION",
        "s <- t.a TRANSFORMATION, t.b FILTER, t.c TRANSFORMATION",
        "s.p <- t.a TRANSFORMATION, t.b FILTER",
        "s.q <- t.b FILTER, t.c TRANSFORMATION"
      ))
      session(
        "DECLARE OR REPLACE VARIABLE swapped STRUCT<q: STRUCT<r: STRING>, p: INT> DEFAULT struct(pair.q, pair.p)"
      )
      assert(session.read("SELECT swapped.p AS p") == Seq(
        "reads t",
        "p <- t.a TRANSFORMATION, t.b FILTER, t.c TRANSFORMATION"
      ))
    }

    test("DEFAULT, another declaration and DROP forget the sources") {
      val session = new VariableSession
      session(declare, fromMax, "SET VARIABLE newest = DEFAULT")
      assert(session.read("SELECT newest AS n") == Seq("n <- nothing"))
      session(fromMax)
      assert(session.read("SELECT newest AS n").contains("reads t"))
      session(declare)
      assert(session.read("SELECT newest AS n") == Seq("n <- nothing"))
      session(fromMax)
      assert(session.read("SELECT newest AS n").contains("reads t"))
      session("DROP TEMPORARY VARIABLE newest", declare)
      assert(session.read("SELECT newest AS n") == Seq("n <- nothing"))
    }

    test("a plan that was analysed before a SET has the earlier value") {
      val session = new VariableSession
      session(declare, fromMax)
      val before = TestSpark.analyzed("CREATE TABLE out USING parquet AS SELECT newest AS n")
      session("SET VARIABLE newest = 7")
      assert(session.read(before) == Seq("reads t", "n <- t.b AGGREGATION, t.c FILTER"))
      assert(session.read("SELECT newest AS n") == Seq("n <- nothing"))
    }

    test("a SET that fails leaves the earlier value") {
      val session = new VariableSession
      TestSpark.spark.sql("CREATE OR REPLACE TEMP VIEW two AS SELECT id FROM range(2)")
      session(declare, fromMax)
      session.failing("SET VARIABLE newest = (SELECT CAST(id AS INT) FROM two)")
      assert(session.read("SELECT newest AS n") == Seq("reads t", "n <- t.b AGGREGATION, t.c FILTER"))
    }

    test("a variable whose statement has not been seen is unknown, and named") {
      TestSpark.spark.sql(declare)
      val session = new VariableSession
      assert(session.read("SELECT newest AS n") == Seq(
        "n <-unknown- nothing",
        "gap Project: what set the variable newest is not known"
      ))
    }

    test("a value that depends on an unknown variable only by its rows is unknown") {
      TestSpark.spark.sql(declare)
      val session = new VariableSession
      Seq(
        "SELECT a + (SELECT max(x) FROM u WHERE x > newest) AS n FROM t",
        "SELECT EXISTS (SELECT 1 FROM u WHERE x > newest) AS n FROM t",
        "SELECT n FROM t LATERAL VIEW stack(2, a, newest) s AS n",
        "SELECT lag(a, newest) OVER (ORDER BY a) AS n FROM t"
      ).foreach(sql => assert(session.read(sql).exists(_.startsWith("n <-unknown-")), sql))
      // which rows there are is no part of a column
      assert(session.read("SELECT a AS n FROM t WHERE b > newest").contains("n <- t.a IDENTITY"))
    }

    test("a variable that was set from rows that nobody knows stays unknown") {
      TestSpark.spark.sql(declare)
      TestSpark.spark.sql("DECLARE OR REPLACE VARIABLE chosen INT DEFAULT 0")
      val session = new VariableSession
      session("SET VARIABLE chosen = (SELECT max(x) FROM u WHERE x > newest)")
      assert(session.read("SELECT chosen AS n").exists(_.startsWith("n <-unknown-")))
      session("SET VARIABLE (chosen) = (SELECT x FROM u WHERE x > newest LIMIT 1)")
      assert(session.read("SELECT chosen AS n").exists(_.startsWith("n <-unknown-")))
    }

    test("the description of an edge has the name of a variable, not its value") {
      val session = new VariableSession
      session(declare, fromMax)
      val plan = TestSpark.analyzed("CREATE TABLE out USING parquet AS SELECT a + newest AS n FROM t")
      val described = TestSpark.described.of(plan).sinks.flatMap(_.columns).flatMap(_.dependencies)
      assert(described.flatMap(_.transformations).map(_.description).toSet == Set("a + newest"))
    }

    test("an argument of EXECUTE IMMEDIATE is followed; that of VALUES is unknown") {
      val session = new VariableSession
      session(declare, fromMax)
      def plan(query: String) =
        TestSpark.analyzed(s"EXECUTE IMMEDIATE 'CREATE TABLE out USING parquet AS $query' USING newest")
      assert(session.read(plan("SELECT x + ? AS n FROM u")) == Seq(
        "reads t",
        "reads u",
        "n <- t.b AGGREGATION, t.c FILTER, u.x TRANSFORMATION"
      ))
      assert(session.read(plan("SELECT * FROM VALUES (?) AS w(n)")) == Seq(
        "n <-unknown- nothing",
        "gap LocalRelation: what set a variable in VALUES is not known"
      ))
    }
  }
}
