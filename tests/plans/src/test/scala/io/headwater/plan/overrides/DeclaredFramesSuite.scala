package io.headwater.plan.overrides

import java.util.{Arrays, HashMap => JHashMap, Map => JMap}

import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan
import org.apache.spark.sql.catalyst.trees.TreeNodeTag
import org.apache.spark.sql.{DataFrame, SparkSession}
import org.scalatest.funsuite.AnyFunSuite

import io.headwater.model.DatasetId
import io.headwater.plan.session.{CachedLineage, SessionContext}
import io.headwater.plan.{Lineage, Rules, TestSpark}
import io.headwater.shell.extensions.python.FrameDeclarations

/** What `headwater.with_lineage` declares for a DataFrame. */
final class DeclaredFramesSuite extends AnyFunSuite {
  private lazy val spark: SparkSession = TestSpark.spark
  private val tag = TreeNodeTag[JMap[String, AnyRef]]("headwater.lineage")

  import spark.implicits._

  private lazy val read = spark.table("t").where("b > 1")

  private def declare(frame: DataFrame, declaration: String, frames: LogicalPlan*): DataFrame = {
    val value = new JHashMap[String, AnyRef]
    value.put("declaration", declaration)
    value.put("frames", Arrays.asList(frames: _*))
    frame.queryExecution.analyzed.setTagValue(tag, value: JMap[String, AnyRef])
    frame
  }

  private def rows: DataFrame = Seq((1L, "x")).toDF("id", "name")

  private def declared(columns: String): DataFrame =
    declare(rows, s"""{"inputs": [], "columns": $columns}""", read.queryExecution.analyzed)

  private def lineage(frame: DataFrame): CachedLineage =
    new Lineage(Rules(Nil), SessionContext(frameDeclaration = FrameDeclarations.read))
      .ofOutput(frame.queryExecution.analyzed)

  private def columns(frame: DataFrame): Vector[String] = lineage(frame).columns.map { c =>
    s"${c.column} ${c.certainty.name} ${c.dependencies.map(_.source.path).sorted.mkString(",")}".trim
  }

  test("declared columns have the columns of the DataFrames that the program has read; others stay local") {
    val frame = declared("""{"id": [{"frame": 0, "field": "a"}, {"frame": 0, "field": "b"}]}""")
    assert(columns(frame) == Vector("id declared a,b", "name local"))
  }

  test("what decides the rows of a DataFrame that the program has read decides the declared rows") {
    val found = lineage(declared("""{"id": [{"frame": 0, "field": "a"}]}"""))
    assert(found.rows.map(_.source.path) == Vector("b"))
    assert(found.sources.size == 1)
  }

  test("without columns each column is opaque, and comes from all columns that the program has read") {
    assert(columns(declared("null")) == Vector("id opaque a,b,c,d", "name opaque a,b,c,d"))
  }

  test("a column that is declared to have no source has none") {
    assert(columns(declared("""{"id": []}""")) == Vector("id declared", "name local"))
  }

  test("a declaration holds in what is computed from the DataFrame, in self-joins and in views") {
    val frame = declared("""{"id": [{"frame": 0, "field": "a"}]}""")
    assert(columns(frame.selectExpr("id + 1 AS next")) == Vector("next declared a"))
    val joined = frame.as("l").join(frame.as("r"), $"l.id" === $"r.id").select($"l.id", $"r.id".as("other"))
    assert(columns(joined) == Vector("id declared a", "other declared a"))
    frame.createOrReplaceTempView("declared")
    try assert(
        columns(spark.sql("SELECT id FROM declared UNION ALL SELECT a FROM t")) == Vector("id declared a")
      )
    finally spark.catalog.dropTempView("declared")
  }

  test("declared datasets are sources, and their columns can be named") {
    val frame = declare(
      rows,
      """{"inputs": [{"namespace": "http://rates", "name": "v1"}],
        |"columns": {"id": [{"namespace": "http://rates", "name": "v1", "field": "rate"}]}}""".stripMargin
    )
    assert(columns(frame) == Vector("id declared rate", "name local"))
    assert(lineage(frame).sources.map(_.id) == Vector(DatasetId("http://rates", "v1")))
  }

  test("a declaration that cannot be read leaves the columns as they are, with a gap") {
    for (text <- Seq("", "[]", "{")) {
      val frame = declare(rows, text, read.queryExecution.analyzed)
      assert(columns(frame) == Vector("id local", "name local"))
    }
    val broken = rows
    broken.queryExecution.analyzed.setTagValue(tag, new JHashMap[String, AnyRef]: JMap[String, AnyRef])
    assert(columns(broken) == Vector("id local", "name local"))
  }
}
