package io.headwater.plan.operators

import org.apache.spark.SPARK_VERSION
import org.apache.spark.sql.DataFrame
import org.apache.spark.sql.catalyst.expressions.objects.AssertNotNull
import org.apache.spark.sql.catalyst.expressions.{Alias, AttributeReference, CreateNamedStruct, KnownNotNull}
import org.apache.spark.sql.catalyst.plans.logical.Project
import org.apache.spark.sql.functions.{col, struct}
import org.apache.spark.sql.types.StructType
import org.scalatest.funsuite.AnyFunSuite

import io.headwater.plan.{Rendering, TestSpark}

/** Parts of structs below expressions that only mark a value, and columns whose names are those of parts. */
final class StructPartsSuite extends AnyFunSuite {
  private lazy val spark = TestSpark.spark
  private lazy val n: DataFrame = spark.table("n")

  private def lines(frame: DataFrame): Vector[String] = {
    frame.createOrReplaceTempView("parts_of_structs")
    Rendering.lines(TestSpark.of("SELECT * FROM parts_of_structs"))
      .filterNot(l => l.startsWith("reads") || l.startsWith("writes"))
  }

  /** `s` with each reference to the column marked, as Spark marks a value whose nulls it has checked. */
  private def marked(mark: Alias => Alias): Vector[String] = {
    val analyzed = n.selectExpr("s AS x").queryExecution.analyzed.transform { case p: Project =>
      p.copy(projectList = p.projectList.map { case a: Alias => mark(a); case other => other })
    }
    TestSpark.lineage.ofOutput(analyzed).columns.map(Rendering.column)
  }

  test("a mark on a value is not a step") {
    assert(marked(a => a.withNewChildren(Seq(KnownNotNull(a.child))).asInstanceOf[Alias]) ==
      Vector("x <- n.s IDENTITY"))
    assert(marked(a => a.withNewChildren(Seq(AssertNotNull(a.child))).asInstanceOf[Alias]) ==
      Vector("x <- n.s IDENTITY"))
  }

  test("df.to keeps the parts of a struct, and drops those that the schema lacks") {
    val to = n.to(StructType.fromDDL("id INT, s STRUCT<q: STRUCT<r: STRING>>"))
    assert(lines(to) == Vector(
      "id <- n.id IDENTITY",
      "s <- n.s CONDITIONAL, n.s.q TRANSFORMATION",
      "s.q <- n.s CONDITIONAL, n.s.q TRANSFORMATION"
    ))
    assert(lines(to.select("s.q.r")) == Vector("r <- n.s CONDITIONAL, n.s.q.r TRANSFORMATION"))
  }

  test("df.to of an array of structs") {
    val to =
      n.to(StructType.fromDDL("items ARRAY<STRUCT<price: BIGINT, sku: STRING>>"))
    assert(lines(to.selectExpr("items[0].price AS p")) ==
      Vector(
        "p <- n.items CONDITIONAL, n.items._element CONDITIONAL, n.items._element.price TRANSFORMATION"
      ))
  }

  /** Spark asserts that the value is not null, and reads the fields of the asserted value. */
  test("a struct in a column that must not be null") {
    val query = "SELECT x.p AS p, x.r AS r FROM (SELECT named_struct('p', s.p, 'r', s.q.r) AS x FROM n)"
    val required = TestSpark.analyzed(query).transform { case p: Project =>
      p.transformExpressionsUp {
        case made: CreateNamedStruct => AssertNotNull(made)
        case s: AttributeReference if s.name == "s" => AssertNotNull(s)
      }
    }
    assert(TestSpark.lineage.ofOutput(required).columns.map(Rendering.column) ==
      Vector("p <- n.s.p IDENTITY", "r <- n.s.q.r IDENTITY"))
  }

  if (SPARK_VERSION.split('.').head.toInt >= 4)
    test("a field of the result of a SQL function") {
      spark.sql(
        "CREATE OR REPLACE TEMPORARY FUNCTION pair(x INT, y STRING) RETURNS STRUCT<x: INT, y: STRING> RETURN named_struct('x', x, 'y', y)"
      )
      assert(lines(spark.sql("SELECT pair(a, c).x AS x FROM t")) == Vector("x <- t.a TRANSFORMATION"))
      assert(lines(spark.sql("SELECT pair(a, c) AS f FROM t").selectExpr("f.y")) ==
        Vector("y <- t.c TRANSFORMATION"))
    }

  test("a column whose name is that of a part of another one") {
    val frame =
      spark.table("t").select(struct(col("a").as("zip"), col("b")).as("addr"), col("c").as("addr.zip"))
    assert(lines(frame) == Vector(
      "addr <- t.a TRANSFORMATION, t.b TRANSFORMATION",
      "addr.b <- t.b IDENTITY",
      "addr.zip <- t.c IDENTITY",
      "gap CreateDataSourceTableAsSelectCommand: a part of a column and another column have the name addr.zip"
    ))
  }

  test("the elements of an array that a query lists are all in what a function makes of each element") {
    val renamed = "cast(array(struct(a AS p), struct(b AS p)) AS array<struct<q: int>>)"
    val each = Vector("q <- t.a TRANSFORMATION, t.b TRANSFORMATION")
    assert(lines(spark.sql(s"SELECT inline($renamed) FROM t")).head == each.head)
    assert(lines(spark.sql(
      "SELECT cast(xs AS array<struct<q: int>>).q[1] AS q FROM (SELECT array(struct(a AS p), struct(b AS p)) AS xs FROM t)"
    )) == each)
    assert(lines(spark.sql("SELECT inline(arrays_zip(array(a, b))) AS (q) FROM t")).head ==
      each.head)
  }

  test("a field of elements whose name has another case in the query") {
    assert(lines(spark.sql("SELECT Items.SKU AS q, s.Q.R AS r FROM n")) ==
      Vector("q <- n.items._element.sku IDENTITY", "r <- n.s.q.r IDENTITY"))
    def made(field: String) =
      lines(spark.sql(s"SELECT made.$field AS f FROM (SELECT array(struct(a, b)) AS made FROM t)"))
    assert(made("B") == made("b"))
  }
}
