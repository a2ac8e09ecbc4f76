package io.headwater.plan.operators

import org.apache.spark.sql.{Dataset, SparkSession}
import org.scalatest.funsuite.AnyFunSuite

import io.headwater.model.{Certainty, ColumnLineage}
import io.headwater.plan.TestSpark

final case class Person(id: Long, name: String)
final case class Count(name: String, count: Long)

/** Typed Datasets: what code makes depends on the columns that become its objects, and on no others. */
final class TypedDatasetsSuite extends AnyFunSuite {
  private lazy val spark: SparkSession = TestSpark.spark

  private lazy val people: Dataset[Person] = {
    import spark.implicits._
    spark.read.parquet(folder).as[Person]
  }

  private lazy val folder: String = {
    val path = java.nio.file.Files.createTempDirectory("headwater-typed").resolve("people").toString
    spark.sql("SELECT id, 'x' AS name, id AS other FROM range(2)").write.parquet(path)
    path
  }

  private def of(made: Dataset[_]): Vector[ColumnLineage] =
    TestSpark.lineage.ofOutput(made.queryExecution.analyzed).columns

  private def shown(made: Dataset[_]): Vector[String] = of(made).map { c =>
    s"${c.column} ${c.certainty.name} ${c.dependencies.map(_.source.path).mkString(",")}"
  }

  // rows: columns.typed
  test("map, flatMap and mapPartitions") {
    import spark.implicits._
    val expected = Vector("id opaque id,name", "name opaque id,name")
    assert(shown(people.map(p => p.copy(name = p.name.trim))) == expected)
    assert(shown(people.flatMap(p => Seq(p, p))) == expected)
    assert(shown(people.mapPartitions(ps => ps.take(1))) == expected)
  }

  test("code that gives more or fewer rows decides how many there are, by all that it is given") {
    import spark.implicits._
    def rows(made: Dataset[_]): Vector[String] =
      TestSpark.lineage.ofOutput(made.queryExecution.analyzed).rows.map(_.source.path)
    assert(rows(people.flatMap(p => Seq(p, p))) == Vector("id", "name"))
    assert(rows(people.groupByKey(_.id).mapGroups((id, ps) => Count("", id + ps.size))) == Vector(
      "id",
      "name"
    ))
    assert(rows(people.map(p => p.copy(id = 0))) == Vector.empty)
    assert(rows(people.flatMap(p => Seq(p, p)).groupBy().count()) == Vector("id", "name"))
  }

  test("a typed filter keeps the columns, and its objects' columns decide on rows") {
    val frame = TestSpark.lineage.ofOutput(people.filter(p => p.id > 1).queryExecution.analyzed)
    assert(frame.columns.map(c => c.certainty -> c.dependencies.map(_.source.path)) == Vector(
      Certainty.Exact -> Vector("id"),
      Certainty.Exact -> Vector("name"),
      Certainty.Exact -> Vector("other")
    ))
    assert(frame.rows.map(_.source.path) == Vector("id", "name"))
  }

  test("groupByKey with mapGroups and cogroup") {
    import spark.implicits._
    val grouped = people.groupByKey(_.name)
    val expected = Vector("name opaque id,name", "count opaque id,name")
    assert(shown(grouped.mapGroups((name, ps) => Count(name, ps.size.toLong))) == expected)
    val both = grouped.cogroup(grouped)((name, a, b) => Iterator(Count(name, (a.size + b.size).toLong)))
    assert(shown(both) == expected)
  }

  test("functions of Scala are exact on their arguments") {
    import org.apache.spark.sql.functions.{col, udf}
    val loud = udf((s: String) => s.toUpperCase)
    assert(shown(people.select(col("id"), loud(col("name")).as("loud"))) ==
      Vector("id exact id", "loud exact name"))
  }

  // rows: rdd.frames
  test("a frame made of an RDD of a frame depends on all that was scanned; local rows on nothing") {
    import spark.implicits._
    val mapped = people.toDF().rdd.map(row => (row.getLong(0), row.getString(1)))
    assert(shown(mapped.toDF("n", "t")) == Vector("n opaque id,name,other", "t opaque id,name,other"))
    val union = mapped.union(spark.sparkContext.parallelize(Seq((1L, "a"))))
    assert(shown(union.toDF("n", "t")) == Vector("n opaque id,name,other", "t opaque id,name,other"))
    assert(shown(spark.sparkContext.parallelize(Seq((1L, "a"))).toDF("n", "t")) == Vector(
      "n exact ",
      "t exact "
    ))
  }
}
