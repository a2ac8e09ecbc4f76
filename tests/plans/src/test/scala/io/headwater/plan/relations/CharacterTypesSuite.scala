package io.headwater.plan.relations

import org.scalatest.funsuite.AnyFunSuite

import io.headwater.model.{Dataset, Kind}
import io.headwater.plan.TestSpark

/** Columns of the types `char(n)` and `varchar(n)`, which Spark reads as strings. */
final class CharacterTypesSuite extends AnyFunSuite {

  private def types(dataset: Dataset): Vector[String] =
    dataset.schema.map(f => s"${f.name} ${f.dataType.getOrElse("")}")

  // rows: facet.dataset.schema
  test("a table has the same types in each statement") {
    val columns = "a CHAR(5), b VARCHAR(30), c ARRAY<VARCHAR(3)>, k INT"
    TestSpark.spark.sql(s"CREATE TABLE characters ($columns) USING parquet")
    try {
      val created = TestSpark.of(s"CREATE TABLE others ($columns) USING parquet").sinks(0).dataset
      val copied = TestSpark.of("SELECT * FROM characters")
      val inserted = TestSpark.of("INSERT INTO characters SELECT 'a', 'b', array('c'), 1")
      val expected = Vector("a char(5)", "b varchar(30)", "c array", "k integer")
      for (dataset <- Seq(created, copied.sources(0), copied.sinks(0).dataset, inserted.sinks(0).dataset))
        assert(types(dataset) == expected)
      val written =
        TestSpark.of("INSERT INTO characters SELECT c, c, array('x'), a FROM t")
      for (lineage <- Seq(copied, written); column <- lineage.sinks(0).columns.take(2))
        assert(column.dependencies.flatMap(_.transformations.map(_.kind)) == Vector(Kind.Identity), column)
      assert(copied.sources(0).schema(2).children.flatMap(_.dataType) == Vector("varchar(3)"))
    } finally { TestSpark.spark.sql("DROP TABLE characters"); () }
  }
}
