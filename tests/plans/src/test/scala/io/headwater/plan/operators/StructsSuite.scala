package io.headwater.plan.operators

import org.apache.spark.sql.functions.{col, expr, lit, struct, to_json}
import org.apache.spark.sql.{Column, DataFrame}
import org.scalatest.funsuite.AnyFunSuite

import io.headwater.model.Kind
import io.headwater.plan.TestSpark

/** Structs that the DataFrame API changes: a field comes from its new value, or else from the same field of the original. */
final class StructsSuite extends AnyFunSuite {
  private lazy val n: DataFrame = TestSpark.spark.table("n")

  private def columns(frame: DataFrame): Vector[String] =
    TestSpark.lineage.ofOutput(frame.queryExecution.analyzed).columns.map { c =>
      s"${c.column} <- ${c.dependencies.map(_.source.path).mkString(", ")}"
    }

  private def kinds(frame: DataFrame): Vector[String] = for {
    column <- TestSpark.lineage.ofOutput(frame.queryExecution.analyzed).columns
    dependency <- column.dependencies
    transformation <- dependency.transformations
  } yield s"${dependency.source.path} ${transformation.kind.subtype}"

  // rows: columns.nested
  test("a replaced field, and the unchanged fields") {
    val set = n.select(col("s").withField("p", col("id")).as("s2"))
    assert(columns(set.select("s2.p", "s2.q.r")) == Vector("p <- id, s", "r <- s, s.q.r"))
  }

  test("a replaced nested field, and a dropped field") {
    val set = n.select(col("s").withField("q.r", col("id")).dropFields("p").as("s2"))
    assert(columns(set.select("s2.q.r")) == Vector("r <- id, s, s.q"))
  }

  test("a field that is dropped or replaced is not in the value") {
    val json = (changed: Column) => n.select(to_json(changed).as("j"))
    assert(columns(json(col("s").dropFields("q"))) == Vector("j <- s, s.p"))
    assert(kinds(json(col("s").withField("q", lit(1)))) == Vector("s CONDITIONAL", "s.p TRANSFORMATION"))
  }

  test("what makes a struct null decides each of its fields") {
    val made = n.select(expr("if(size(xs) > 3, struct(id AS f), null)").withField("nw", lit(1)).as("s2"))
    assert(columns(made.select("s2.nw", "s2.f")) == Vector("nw <- xs", "f <- id, xs"))
    val set = n.select(col("s").withField("nw", col("id")).as("s2"))
    assert(kinds(set.select("s2.nw")) == Vector("id IDENTITY", "s CONDITIONAL"))
  }

  test("a struct that is never null decides nothing") {
    val made =
      n.select(struct(col("id").as("f"), col("xs")).withField("nw", lit(1)).dropFields("xs").as("s2"))
    assert(columns(made.select("s2.nw", "s2.f")) == Vector("nw <- ", "f <- id"))
  }

  test("a cast to the same type keeps the lineage") {
    val cast = n.select(col("s").cast(n.schema("s").dataType).as("s2"))
    val kinds = TestSpark.lineage.ofOutput(cast.queryExecution.analyzed).columns
      .flatMap(_.dependencies.flatMap(_.transformations.map(_.kind)))
    assert(kinds == Vector(Kind.Identity))
    assert(columns(cast.select("s2.p")) == Vector("p <- s.p"))
  }

  if (TestSpark.spark.version.split('.').head.toInt >= 4) {
    def recursive(step: String): Vector[String] = columns(TestSpark.spark.sql(
      s"""WITH RECURSIVE r(i, s2) AS (SELECT id, s FROM n WHERE id = 1 UNION ALL
        |SELECT n.id, $step FROM r JOIN n ON n.id = r.i + 1)
        |SELECT s2.p, s2.q.r, s2 FROM r""".stripMargin
    ))

    test("the fields of a struct in a recursion") {
      assert(recursive("r.s2") == Vector("p <- s.p", "r <- s.q.r", "s2 <- s"))
      val changed = "named_struct('p', r.s2.p + n.s.p, 'q', named_struct('r', r.s2.q.r || n.m['x']))"
      assert(recursive(changed).take(2) == Vector("p <- s.p", "r <- m.key, m.value, s.q.r"))
      assert(recursive("named_struct('p', n.id, 'q', r.s2.q)").take(2) == Vector(
        "p <- id, s.p",
        "r <- s.q.r"
      ))
    }

    test("fields of a recursion that change places") {
      val frame = TestSpark.spark.sql(
        """WITH RECURSIVE r(i, s2) AS (SELECT 1, named_struct('f', id, 'g', xs[0]) FROM n UNION ALL
          |SELECT i + 1, named_struct('f', s2.g, 'g', s2.f) FROM r WHERE i < 3) SELECT s2.f, s2.g FROM r""".stripMargin
      )
      assert(columns(frame) == Vector("f <- id, xs._element", "g <- id, xs._element"))
    }
  }
}
