package io.headwater.plan

import java.nio.file.Files
import java.time.Instant

import org.apache.spark.sql.catalyst.AliasIdentifier
import org.apache.spark.sql.catalyst.plans.logical.SubqueryAlias
import org.scalatest.funsuite.AnyFunSuite

import io.headwater.model.{Certainty, Commit, Dataset, DatasetId, Gap, PlanLineage, QueryTime}
import io.headwater.plan.session.{InputFieldLimit, SessionContext}
import io.headwater.plan.walk.Target
import io.headwater.plan.writes.WriteLineage

/** User code may make each of many columns from all of many others; events and the driver's memory stay bounded. */
final class InputFieldsSuite extends AnyFunSuite {
  private val spark = TestSpark.spark

  private def names(prefix: String, count: Int): String = (1 to count).map(prefix + _).mkString(", ")

  private def lineage(query: String, context: SessionContext): PlanLineage =
    new Lineage(Rules(TestSpark.shim.rules), context)
      .of(TestSpark.analyzed(s"CREATE TABLE out USING parquet AS $query"))

  /** The lineage of a program that is passed `in` columns and returns `out` columns. */
  private def code(in: Int, out: Int, context: SessionContext): PlanLineage = {
    spark.range(1).selectExpr((1 to in).map(i => s"id AS i$i"): _*).createOrReplaceTempView("range")
    spark.sql(s"CREATE TABLE IF NOT EXISTS wide$in USING parquet AS SELECT * FROM range WHERE i1 < 0")
    lineage(s"SELECT TRANSFORM(${names("i", in)}) USING 'cat' AS (${names("o", out)}) FROM wide$in", context)
  }

  private def fields(of: PlanLineage): Long =
    of.sinks.map(s => s.rows.size.toLong + s.columns.map(_.dependencies.size.toLong).sum).sum

  private def gaps(of: PlanLineage): Vector[Gap] = of.gaps.filter(_.stage == "columnLineage")

  test("columns that user code makes share their dependencies") {
    for (descriptions <- Seq(false, true)) {
      val found = code(30, 40, SessionContext(descriptions = descriptions))
      val columns = found.sinks.head.columns
      assert(columns.size == 40 && columns.forall(_.dependencies.size == 30) && gaps(found).isEmpty)
      assert(columns.forall(_.dependencies eq columns.head.dependencies))
    }
  }

  // rows: columns.limits
  test("columns whose inputs do not fit into an event are unknown, and a gap says how many") {
    val found = code(400, 400, SessionContext())
    val (complete, cut) = found.sinks.head.columns.partition(_.certainty == Certainty.Opaque)
    assert(complete.size == 249 && complete.forall(_.dependencies.size == 400))
    assert(cut.forall(c => c.certainty == Certainty.Unknown && c.dependencies.isEmpty))
    assert(found.sinks.head.columns.map(_.column) == (1 to 400).map(i => s"o$i").toVector)
    assert(found.sinks.head.rows.size == 400)
    assert(fields(found) == InputFieldLimit.standard)
    assert(gaps(found).map(_.reason) == Vector(
      "the inputs of 151 columns are left out: with them the dataset has 160400 input fields, and " +
        "columnLineage.inputFieldLimit allows 100000 in an event"
    ))
  }

  test("columns that decide rows count for each column that lists them") {
    val found = code(30, 40, SessionContext(inputFields = InputFieldLimit(600, rowsAtColumns = true)))
    assert(found.sinks.head.columns.count(_.dependencies.nonEmpty) == 10)
    val none = code(30, 40, SessionContext(inputFields = InputFieldLimit(29)))
    assert(none.sinks.head.rows.isEmpty && none.sinks.head.columns.forall(_.dependencies.isEmpty))
    assert(gaps(none).head.reason.startsWith("the inputs of 40 columns are left out"))
  }

  test("two columns of one name and source fit, in a query that Spark refuses when it runs") {
    val found = TestSpark.lineage.of(TestSpark.analyzed(
      "INSERT OVERWRITE DIRECTORY '/x' USING parquet SELECT a AS x, a AS x FROM t"
    ))
    assert(found.sinks.head.columns.map(_.dependencies.size) == Vector(1, 1))
    assert(gaps(found).isEmpty)
  }

  test("later columns that fit keep their inputs") {
    val found = lineage(
      "SELECT concat(a, b, c, d) AS x, a AS y FROM t",
      SessionContext(inputFields = InputFieldLimit(3))
    )
    assert(found.sinks.head.columns.map(_.dependencies.size) == Vector(0, 1))
    assert(gaps(found).size == 1)
  }

  /** A table of three columns with this many partition folders. */
  private lazy val partitioned: String = {
    val folder = Files.createTempDirectory("partitions").resolve("t").toString
    spark.range(0, 40, 1, 1).selectExpr(
      "id AS a",
      "id AS b",
      "id AS day"
    ).write.partitionBy("day").parquet(folder)
    folder
  }

  private def trimmed(id: DatasetId): DatasetId = id.copy(name = id.name.replaceFirst("/day=.*", ""))

  test("an RDD depends on the columns of a table once, and not on those of each partition folder") {
    val rows = spark.read.parquet(partitioned)
    spark.createDataFrame(rows.rdd, rows.schema).createOrReplaceTempView("of_rdd")
    val apart = lineage("SELECT * FROM of_rdd", SessionContext())
    val once = lineage("SELECT * FROM of_rdd", SessionContext(eventName = trimmed))
    assert(once.sources == apart.sources && once.sources.size == 40)
    assert(apart.sinks.head.columns.forall(_.dependencies.size == 120))
    assert(once.sinks.head.columns.map(_.dependencies.map(_.source.path)).distinct == Vector(Vector(
      "a",
      "b",
      "day"
    )))
    val few = SessionContext(inputFields = InputFieldLimit(20))
    assert(lineage("SELECT * FROM of_rdd", few).gaps.exists(_.reason.contains("120 columns of all datasets")))
  }

  test("a read of many folders of one table has its columns once") {
    spark.read.parquet(
      (0 until 40).map(day => s"$partitioned/day=$day"): _*
    ).createOrReplaceTempView("of_folders")
    val once = lineage("SELECT * FROM of_folders", SessionContext(eventName = trimmed))
    assert(once.sources.size == 40 && once.sinks.head.columns.forall(_.dependencies.size == 1))
    assert(lineage(
      "SELECT * FROM of_folders",
      SessionContext()
    ).sinks.head.columns.forall(_.dependencies.size == 40))
    val few = lineage("SELECT * FROM of_folders", SessionContext(inputFields = InputFieldLimit(15)))
    assert(few.sinks.head.columns.forall(_.certainty == Certainty.Unknown))
    assert(few.gaps.exists(_.reason.contains("80 columns of all datasets are more than 75")))
  }

  test("columns that only the end of a write shows are left out with a gap, too") {
    val table = DatasetId("file", "/lake/t")
    def atEnd(limit: Int): Commit = {
      val builtIn = Rules(TestSpark.shim.rules)
      val lineage = new Lineage(
        {
          case SubqueryAlias(AliasIdentifier("written", _), query) => WriteLineage.toTable(query) { (_, time) =>
              (Target(Dataset(table), None), if (time.isEmpty) Nil else query.output.map(_.name))
            }
          case other => builtIn(other)
        },
        SessionContext(inputFields = InputFieldLimit(limit))
      )
      val query = TestSpark.analyzed("SELECT concat(a, b, c, d) AS x, a AS y FROM t")
      val read = lineage.read(SubqueryAlias("written", query))
      assert(read.lineage.gaps == Vector())
      read.commits(QueryTime(Instant.EPOCH, Instant.EPOCH))(table)
    }
    assert(atEnd(5).gaps == Vector() && atEnd(5).sink.exists(_.columns.forall(_.dependencies.nonEmpty)))
    assert(atEnd(3).gaps.map(_.node) == Vector("/lake/t"))
    assert(atEnd(3).gaps.head.reason.startsWith("the inputs of 1 columns are left out"))
  }
}
