package io.headwater.plan.operators

import org.apache.spark.sql.DataFrame
import org.apache.spark.sql.functions.col
import org.scalatest.funsuite.AnyFunSuite

import io.headwater.model.Kind
import io.headwater.plan.TestSpark

/** Structs that the DataFrame API changes: a field of one comes from what it was set to, or from the same field before.
  */
final class StructsSuite extends AnyFunSuite {
  private lazy val n: DataFrame = TestSpark.spark.table("n")

  private def shown(frame: DataFrame): Vector[String] =
    TestSpark.lineage.ofOutput(frame.queryExecution.analyzed).columns.map { c =>
      s"${c.column} <- ${c.dependencies.map(_.source.path).mkString(", ")}"
    }

  // rows: columns.nested
  test("a field that is set, and those that stay") {
    val set = n.select(col("s").withField("p", col("id")).as("s2"))
    assert(shown(set.select("s2.p", "s2.q.r")) == Vector("p <- id", "r <- s.q.r"))
  }

  test("a field deep inside, and one that is dropped") {
    val set = n.select(col("s").withField("q.r", col("id")).dropFields("p").as("s2"))
    assert(shown(set.select("s2.q.r")) == Vector("r <- id"))
  }

  test("a cast to the type that a struct has changes nothing") {
    val cast = n.select(col("s").cast(n.schema("s").dataType).as("s2"))
    val kinds = TestSpark.lineage.ofOutput(cast.queryExecution.analyzed).columns
      .flatMap(_.dependencies.flatMap(_.transformations.map(_.kind)))
    assert(kinds == Vector(Kind.Identity))
    assert(shown(cast.select("s2.p")) == Vector("p <- s.p"))
  }
}
