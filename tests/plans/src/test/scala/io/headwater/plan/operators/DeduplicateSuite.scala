package io.headwater.plan.operators

import org.apache.spark.sql.DataFrame
import org.scalatest.funsuite.AnyFunSuite

import io.headwater.plan.{Rendering, TestSpark}

/** `dropDuplicates` after an order. SQL has no such operator. */
final class DeduplicateSuite extends AnyFunSuite {

  private def rows(frame: DataFrame): Seq[String] = {
    val lineage = TestSpark.lineage.ofOutput(frame.queryExecution.analyzed)
    lineage.rows.map(d => s"rows <- ${Rendering.source(d)}")
  }

  private def ordered: DataFrame = TestSpark.spark.table("t").select("a", "c").orderBy("c")

  test("an order decides nothing if all columns are compared") {
    Seq(ordered.dropDuplicates(), ordered.dropDuplicates("c", "a"), ordered.distinct()).foreach(frame =>
      assert(rows(frame) == Seq("rows <- t.a GROUP_BY", "rows <- t.c GROUP_BY"))
    )
  }

  test("an order may decide which row of a key remains") {
    assert(rows(ordered.dropDuplicates("a")) == Seq("rows <- t.a GROUP_BY", "rows <- t.c SORT"))
  }

  test("an order inside of partitions may decide it, too") {
    val sorted = TestSpark.spark.table("t").select("a", "c")
    def in(frame: DataFrame) = frame.repartition(frame("a")).sortWithinPartitions("a", "c")
    assert(rows(in(sorted).dropDuplicates("a")) == Seq("rows <- t.a GROUP_BY+SORT", "rows <- t.c SORT"))
    assert(rows(in(sorted).dropDuplicates()) == Seq("rows <- t.a GROUP_BY", "rows <- t.c GROUP_BY"))
  }

  test("an order before a limit decides which rows are compared") {
    assert(rows(ordered.limit(3).dropDuplicates()) == Seq(
      "rows <- t.a GROUP_BY",
      "rows <- t.c GROUP_BY+SORT"
    ))
  }
}
