package io.headwater.plan.variables

import scala.collection.mutable

import org.apache.spark.SPARK_VERSION
import org.apache.spark.sql.SparkSession
import org.apache.spark.sql.execution.QueryExecution
import org.apache.spark.sql.util.QueryExecutionListener
import org.scalatest.funsuite.AnyFunSuite

import io.headwater.plan.{Rendering, TestSpark}

/** Scripts with variables and loops, which Spark has from 4.0 on. Each script runs; each of its plans is read as the agent
  * reads it.
  */
final class SqlScriptsSuite extends AnyFunSuite {

  /** What the inserts of a script into the table `pairs` (a INT, b INT) depend on, without repetitions. */
  private def inserts(script: String): Seq[String] = insertsOf(_.sql(script).collect())

  /** The same of a program. */
  private def insertsOf(program: SparkSession => Any): Seq[String] = {
    val spark = TestSpark.spark
    spark.conf.set("spark.sql.scripting.enabled", "true")
    spark.sql("CREATE TABLE IF NOT EXISTS pairs (a INT, b INT) USING parquet")
    Seq("t" -> "1 AS a, 5 AS b, 'x' AS c, NULL AS d", "u" -> "1 AS a, 7 AS x, 'y' AS y").foreach {
      case (table, row) =>
        spark.sql(s"INSERT OVERWRITE $table SELECT $row UNION ALL SELECT $row")
    }
    val lineage = TestSpark.lineage
    val lines = mutable.LinkedHashSet.empty[String]
    val listener = new QueryExecutionListener {
      def onSuccess(action: String, query: QueryExecution, nanos: Long): Unit = {
        val read = lineage.read(query.analyzed, query.logical)
        read.ended(succeeded = true)
        val result = Rendering.lines(read.lineage)
        if (result.exists(_.startsWith("writes pairs")))
          lines += result.filterNot(_.startsWith("writes")).mkString("; ")
      }
      def onFailure(action: String, query: QueryExecution, e: Exception): Unit = ()
    }
    spark.listenerManager.register(listener)
    try program(spark)
    finally {
      org.apache.spark.HeadwaterTestBus.drain(spark.sparkContext)
      spark.listenerManager.unregister(listener)
    }
    lines.toVector
  }

  if (SPARK_VERSION.split('.').head.toInt >= 4) {
    // rows: columns.variables
    test("variables of a script are followed") {
      assert(inserts("""BEGIN
        |  DECLARE x INT DEFAULT 0;
        |  DECLARE z INT;
        |  SET x = (SELECT max(b) FROM t WHERE c = 'x');
        |  SET z = x + 1;
        |  INSERT INTO pairs VALUES (x, 1);
        |  WHILE z < 8 DO
        |    SET z = z + 1;
        |    INSERT INTO pairs SELECT a, z FROM u;
        |  END WHILE;
        |END""".stripMargin) == Seq(
        "reads t; a <- t.b AGGREGATION, t.c FILTER; b <- nothing",
        "reads t; reads u; a <- u.a IDENTITY; b <- t.b AGGREGATION, t.c FILTER"
      ))
    }

    test("the rows of loops are followed, with and without a variable, one inside the other") {
      assert(inserts("""BEGIN
        |  FOR r AS SELECT a, named_struct('f', b) AS s FROM t WHERE c = 'x' DO
        |    INSERT INTO pairs SELECT r.a, r.s.f;
        |    FOR SELECT x FROM u DO
        |      INSERT INTO pairs VALUES (x, r.a);
        |    END FOR;
        |    INSERT INTO pairs VALUES (r.s.f, 1);
        |  END FOR;
        |END""".stripMargin) == Seq(
        "reads t; a <- t.a IDENTITY, t.c FILTER; b <- t.b IDENTITY, t.c FILTER",
        "reads t; reads u; a <- u.x IDENTITY; b <- t.a IDENTITY, t.c FILTER",
        "reads t; a <- t.b TRANSFORMATION, t.c FILTER; b <- nothing"
      ))
    }

    test("the rows of a loop over groups, and of one in an order") {
      assert(inserts("""BEGIN
        |  FOR r AS SELECT c, max(b) AS b, count(*) AS n FROM t GROUP BY c DO
        |    INSERT INTO pairs VALUES (r.b, r.n);
        |    INSERT INTO pairs SELECT r.n, r.b;
        |  END FOR;
        |  FOR r AS WITH v AS (SELECT x FROM u) SELECT DISTINCT x AS a FROM v ORDER BY a DO
        |    INSERT INTO pairs VALUES (r.a, 1);
        |  END FOR;
        |END""".stripMargin) == Seq(
        "reads t; a <- t.b AGGREGATION, t.c GROUP_BY; b <- t.c GROUP_BY",
        "reads t; a <- t.c GROUP_BY; b <- t.b AGGREGATION, t.c GROUP_BY",
        "reads u; a <- u.x IDENTITY+GROUP_BY+SORT; b <- nothing"
      ))
    }

    test("the result of a script has the lineage of the script's query, and other local rows have none") {
      assert(insertsOf { spark =>
        val result = spark.sql("/* a script */ BEGIN SELECT a, b FROM t WHERE c = 'x'; END")
        result.selectExpr("a", "b + 1").write.insertInto("pairs")
        spark.createDataFrame(Seq((1, 2))).write.insertInto("pairs")
      } == Seq(
        "reads t; a <-opaque- t.a IDENTITY; b <-opaque- t.b TRANSFORMATION; rows <- t.c FILTER",
        "a <-local- nothing; b <-local- nothing"
      ))
    }

    test("the result of a script that has several queries of the same columns depends on all") {
      assert(insertsOf { spark =>
        val script =
          "BEGIN IF 1 < 2 THEN SELECT a, b FROM t; ELSE SELECT 1; END IF; SELECT x AS a, x AS b FROM u; END"
        spark.sql(script).write.insertInto("pairs")
      } == Seq(
        "reads t; reads u; a <-opaque- t.a IDENTITY, u.x IDENTITY; b <-opaque- t.b IDENTITY, u.x IDENTITY"
      ))
    }

    test("the result of a script may be that of a query in EXECUTE IMMEDIATE") {
      assert(insertsOf { spark =>
        Seq(
          "BEGIN EXECUTE IMMEDIATE 'SELECT a AS k, b FROM t WHERE b > ?' USING 0; END",
          "BEGIN DECLARE q STRING = 'SELECT max(x) AS m, 1 AS n FROM u'; IF true THEN EXECUTE IMMEDIATE q; END IF; END"
        ).foreach(spark.sql(_).write.insertInto("pairs"))
        spark.sql("EXECUTE IMMEDIATE 'SELECT x, a AS z FROM u'").write.insertInto("pairs")
        spark.createDataFrame(Seq((1, 2))).toDF("x", "z").write.insertInto("pairs")
      } == Seq(
        "reads t; a <-opaque- t.a IDENTITY; b <-opaque- t.b IDENTITY; rows <- t.b FILTER",
        "reads u; a <-opaque- u.x AGGREGATION; b <-opaque- nothing",
        "reads u; a <- u.x IDENTITY; b <- u.a IDENTITY",
        "a <-local- nothing; b <-local- nothing"
      ))
    }

    test("VALUES depends on all variables of a name that it may mean") {
      assert(inserts("""BEGIN
        |  DECLARE x INT DEFAULT 1;
        |  SET x = (SELECT max(b) FROM t);
        |  BEGIN
        |    DECLARE x INT DEFAULT 2;
        |    SET x = (SELECT max(x) FROM u);
        |    INSERT INTO pairs SELECT x, 1;
        |  END;
        |  INSERT INTO pairs VALUES (x, 2);
        |END""".stripMargin) == Seq(
        "reads u; a <- u.x AGGREGATION; b <- nothing",
        "reads t; reads u; a <-opaque- t.b AGGREGATION, u.x AGGREGATION; b <- nothing"
      ))
    }
  }
}
