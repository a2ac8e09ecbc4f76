package io.headwater.plan.operators

import org.apache.spark.sql.expressions.Aggregator
import org.apache.spark.sql.{Dataset, Encoder, Encoders, SparkSession}
import org.scalatest.funsuite.AnyFunSuite

import io.headwater.model.{Certainty, ColumnLineage, Kind}
import io.headwater.plan.TestSpark

final case class Person(id: Long, name: String)
final case class Count(name: String, count: Long)
final case class Key(id: Long)

/** The length of the longest name. */
final class MaxLength extends Aggregator[Person, Int, Int] {
  def zero: Int = 0
  def reduce(size: Int, person: Person): Int = math.max(size, person.name.length)
  def merge(one: Int, other: Int): Int = math.max(one, other)
  def finish(size: Int): Int = size
  def bufferEncoder: Encoder[Int] = Encoders.scalaInt
  def outputEncoder: Encoder[Int] = Encoders.scalaInt
}

/** Typed Datasets: the result of user code depends on the columns that are deserialized for it, and on no others. */
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

  private def of(dataset: Dataset[_]): Vector[ColumnLineage] =
    TestSpark.lineage.ofOutput(dataset.queryExecution.analyzed).columns

  private def columns(dataset: Dataset[_]): Vector[String] = of(dataset).map { c =>
    s"${c.column} ${c.certainty.name} ${c.dependencies.map(_.source.path).mkString(",")}"
  }

  // rows: columns.typed
  test("map, flatMap and mapPartitions") {
    import spark.implicits._
    val expected = Vector("id opaque id,name", "name opaque id,name")
    assert(columns(people.map(p => p.copy(name = p.name.trim))) == expected)
    assert(columns(people.flatMap(p => Seq(p, p))) == expected)
    assert(columns(people.mapPartitions(ps => ps.take(1))) == expected)
  }

  test("if code can change the number of rows, the rows depend on all columns that are passed to it") {
    import spark.implicits._
    def rows(dataset: Dataset[_]): Vector[String] =
      TestSpark.lineage.ofOutput(dataset.queryExecution.analyzed).rows.map(_.source.path)
    assert(rows(people.flatMap(p => Seq(p, p))) == Vector("id", "name"))
    assert(rows(people.groupByKey(_.id).mapGroups((id, ps) => Count("", id + ps.size))) == Vector(
      "id",
      "name"
    ))
    assert(rows(people.map(p => p.copy(id = 0))) == Vector.empty)
    assert(rows(people.flatMap(p => Seq(p, p)).groupBy().count()) == Vector("id", "name"))
  }

  test("the order inside of a partition decides what code makes of its rows") {
    import spark.implicits._
    def rows(dataset: Dataset[_]): Vector[String] =
      TestSpark.lineage.ofOutput(dataset.queryExecution.analyzed).rows
        .filter(_.transformations.exists(_.kind == Kind.Sort)).map(_.source.path)
    val sorted = people.toDF().repartition($"id").sortWithinPartitions("id", "other")
    assert(rows(sorted.as[Person].mapPartitions(ps => ps)) == Vector("id", "other"))
    assert(rows(sorted.select("id", "name").as[Person].filter(_.id > 1).mapPartitions(ps => ps)) ==
      Vector("id", "other"))
    assert(rows(sorted.as[Person].groupByKey(_.id).mapGroups((id, ps) => Count("", id + ps.size))) ==
      Vector("id", "other"))
    assert(rows(sorted.as[Person].map(p => p.copy(id = 0))) == Vector.empty)
    val ordered = s"SELECT id, name FROM parquet.`$folder` DISTRIBUTE BY id SORT BY id, other"
    val transformed = s"SELECT TRANSFORM(id, name) USING 'cat' AS (id, name) FROM ($ordered)"
    assert(rows(spark.sql(transformed)) == Vector("id", "other"))
    sorted.hint("broadcast").sample(0.5).coalesce(1).createOrReplaceTempView("sorted_people")
    val ofView = spark.table("sorted_people")
    assert(rows(ofView.as[Person].mapPartitions(ps => ps)) == Vector("id", "other"))
    assert(rows(ofView.union(ofView.select("id", "name", "other")).limit(1)) == Vector("id", "other"))
    assert(rows(ofView.repartition(2).limit(1)) == Vector.empty)
    assert(rows(ofView.distinct().limit(1)) == Vector.empty)
  }

  test("a typed filter keeps the columns, and the columns of its objects decide which rows there are") {
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
    assert(columns(grouped.mapGroups((name, ps) => Count(name, ps.size.toLong))) == expected)
    val both = grouped.cogroup(grouped)((name, a, b) => Iterator(Count(name, (a.size + b.size).toLong)))
    assert(columns(both) == expected)
  }

  test("the columns that group or order the objects of user code are named") {
    import org.apache.spark.sql.functions.col
    import spark.implicits._
    val grouped = people.groupByKey(_.name)
    val expected = Vector("name opaque id,name,other", "count opaque id,name,other")
    val sorted = grouped.flatMapSortedGroups(col("other"))((name, ps) => Iterator(Count(name, ps.next().id)))
    assert(columns(sorted) == expected)
    val counts = people.toDF().selectExpr("name", "id AS count", "other AS third").as[Count]
    val both = grouped.cogroupSorted(counts.groupByKey(_.name))(col("name"))(col("third")) { (name, a, b) =>
      Iterator(Count(name, (a.size + b.size).toLong))
    }
    assert(columns(both) == expected)
    val byTwo = people.toDF().groupBy("id", "other").as[Key, Person]
    assert(columns(byTwo.mapGroups((key, ps) => Count("", key.id + ps.size))) == expected)
  }

  test("the columns that group the initial state of a function with state are named") {
    import org.apache.spark.sql.functions.col
    import org.apache.spark.sql.streaming.{GroupState, GroupStateTimeout, OutputMode}
    import spark.implicits._
    val initial = people.toDF().groupBy(col("other").as("key")).as[Long, Key]
    val timeout = GroupStateTimeout.NoTimeout
    val counted = people.groupByKey(_.id).flatMapGroupsWithState(OutputMode.Update, timeout, initial) {
      (id: Long, ps: Iterator[Person], _: GroupState[Key]) => Iterator(Count("", id + ps.size))
    }
    assert(columns(counted) == Vector("name opaque id,name,other", "count opaque id,name,other"))
  }

  test("an Aggregator is code that has all columns of its objects") {
    import spark.implicits._
    val size = new MaxLength().toColumn.name("size")
    assert(columns(people.select(size)) == Vector("size opaque id,name"))
    assert(columns(people.groupByKey(_.id).agg(size)) ==
      Vector("key opaque id,name", "size opaque id,name"))
  }

  test("a Scala UDF depends exactly on its arguments") {
    import org.apache.spark.sql.functions.{col, udf}
    val loud = udf((s: String) => s.toUpperCase)
    assert(columns(people.select(col("id"), loud(col("name")).as("loud"))) ==
      Vector("id exact id", "loud exact name"))
  }

  test("the null check that Spark adds to a Scala UDF with primitive parameters is no condition") {
    import org.apache.spark.sql.functions.{col, udf, when}
    val repeated = udf((n: Long, s: String) => s * n.toInt)
    def kinds(df: Dataset[_]): Vector[String] =
      of(df).flatMap(_.dependencies).map(d =>
        s"${d.source.path} ${d.transformations.map(_.kind).mkString(",")}"
      )
    assert(kinds(people.select(repeated(col("id"), col("name")))) ==
      Vector("id Transformation", "name Transformation"))
    assert(kinds(people.select(when(col("id").isNull, null).otherwise(repeated(col("id"), col("name"))))) ==
      Vector("id Transformation,Conditional", "name Transformation"))
  }

  // rows: rdd.frames
  test("a DataFrame of an RDD depends on all scanned columns, not on local rows") {
    import spark.implicits._
    val local = spark.sparkContext.parallelize(Seq((1L, "a")))
    val mapped = people.toDF().rdd.map(row => (row.getLong(0), row.getString(1)))
    assert(columns(mapped.toDF("n", "t")) == Vector("n unknown id,name,other", "t unknown id,name,other"))
    assert(columns(mapped.union(local).toDF("n", "t")) == columns(mapped.toDF("n", "t")))
    assert(columns(local.toDF("n", "t")) == Vector("n local ", "t local "))
  }

  test("what Spark has collected for the query of an RDD is not seen, and a gap says so") {
    import spark.implicits._
    val query = people.toDF().where($"id" > 1)
    val frame = query.rdd.map(_.getLong(0)).toDF("n")
    val joined = people.toDF().join(people.select("id"), "id").queryExecution
    val executed = joined.executedPlan.execute().map(_.numFields).toDF("n")
    for (df <- Seq(frame, executed))
      assert(TestSpark.lineage.of(df.queryExecution.analyzed).gaps.map(_.reason) == Vector(
        "the RDD is that of a query; what its subqueries and broadcast joins read is not known"
      ))
  }
}
