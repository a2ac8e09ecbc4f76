package io.headwater.plan.operators

import org.apache.spark.sql.DataFrame
import org.apache.spark.sql.functions.{col, lit}
import org.scalatest.funsuite.AnyFunSuite

import io.headwater.plan.TestSpark

/** Branches of a union that a filter on a literal leaves out, in DataFrames. The fixtures have the forms of SQL. */
final class PrunedUnionSuite extends AnyFunSuite {

  private def reads(frame: DataFrame): Seq[String] =
    TestSpark.lineage.of(frame.queryExecution.analyzed).sources.map(_.id.name.split('/').last).sorted

  private def branch(table: String, tag: String): DataFrame =
    TestSpark.spark.table(table).select(lit(tag).as("tag"), col("a"))

  private def union: DataFrame = branch("t", "one").union(branch("u", "two"))

  test("each of two filters over one union leaves out its own branches") {
    val both = union
    val (one, two) = (both.filter("tag = 'one'"), both.filter("tag = 'two'"))
    assert(reads(one) == Seq("t"))
    assert(reads(two) == Seq("u"))
    assert(reads(one.union(two)) == Seq("t", "u"))
    assert(reads(both.filter("a > 1").filter("tag = 'two'").filter("a < 9")) == Seq("u"))
    assert(reads(both) == Seq("t", "u"))
  }

  test("a temporary view is passed, an aggregate is not") {
    union.createOrReplaceTempView("tagged")
    assert(reads(TestSpark.spark.sql("SELECT a FROM tagged WHERE tag = 'two'")) == Seq("u"))
    assert(reads(union.groupBy("tag").count().filter("tag = 'two'")) == Seq("t", "u"))
  }

  test("a temporary view that SQL has made is passed") {
    TestSpark.spark.sql(
      "CREATE OR REPLACE TEMP VIEW tagged_in_sql AS SELECT 'one' AS tag, a FROM t UNION ALL SELECT 'two', a FROM u"
    )
    assert(reads(TestSpark.spark.sql("SELECT a FROM tagged_in_sql WHERE tag = 'two'")) == Seq("u"))
  }

  test("a filter that does not compare literals leaves out nothing") {
    Seq("upper(tag) = 'ONE'", "tag = a", "tag < 'p'", "tag = 'one' OR a = 1").foreach(condition =>
      assert(reads(union.filter(condition)) == Seq("t", "u"), condition)
    )
  }

  test("a guard against a cost that grows faster than the number of branches and of filters") {
    val many = (1 to 150).map(i => branch(if (i % 2 == 0) "t" else "u", s"tag$i")).reduce(_ union _)
    val filtered = (1 to 30).foldLeft(many)((frame, i) => frame.filter(s"tag <> 'none$i'"))
    val plan = filtered.filter("tag = 'tag2'").queryExecution.analyzed
    val started = System.nanoTime
    TestSpark.lineage.of(plan)
    assert((System.nanoTime - started) / 1000000 < 5000, "milliseconds")
  }
}
