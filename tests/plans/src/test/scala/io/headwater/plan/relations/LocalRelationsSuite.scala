package io.headwater.plan.relations

import org.apache.spark.sql.catalyst.expressions.{Attribute, AttributeReference}
import org.apache.spark.sql.catalyst.plans.logical.CommandResult
import org.apache.spark.sql.execution.command.LeafRunnableCommand
import org.apache.spark.sql.types.StringType
import org.apache.spark.sql.{DataFrame, Row, SparkSession}
import org.scalatest.funsuite.AnyFunSuite

import io.headwater.plan.TestSpark

/** Rows that the program gives to Spark, and those that Spark makes itself. */
final class LocalRelationsSuite extends AnyFunSuite {
  private lazy val spark: SparkSession = TestSpark.spark

  import spark.implicits._

  private def columns(frame: DataFrame): Vector[String] =
    TestSpark.lineage.ofOutput(frame.queryExecution.analyzed).columns.map { c =>
      s"${c.column} ${c.certainty.name} ${c.dependencies.map(_.source.path).mkString(",")}".trim
    }

  private lazy val rows: DataFrame = Seq((1L, "x")).toDF("id", "name")

  // rows: columns.local
  test("columns of a local collection are local, and so is what is computed from them") {
    assert(columns(rows) == Vector("id local", "name local"))
    assert(columns(rows.selectExpr("upper(name) AS a", "1 AS b")) == Vector("a local", "b exact"))
  }

  test("columns of a parallelized collection are local") {
    val rdd = spark.sparkContext.parallelize(Seq(Row(1L, "x"))).map(identity)
    assert(columns(spark.createDataFrame(rdd, rows.schema)) == Vector("id local", "name local"))
    assert(columns(spark.sparkContext.parallelize(Seq(1)).toDF("n")) == Vector("n local"))
  }

  test("a column of a table and of a local collection has its sources, and is local") {
    val both = spark.table("t").selectExpr("a", "a AS key").union(Seq((1L, 2L)).toDF())
    assert(columns(both) == Vector("a local a", "key local a"))
    val joined = spark.table("t").join(rows, $"a" === $"id").select("a", "name")
    assert(columns(joined) == Vector("a exact a", "name local"))
  }

  test("rows of SQL text, of range and of no collection are exact") {
    assert(columns(spark.sql("SELECT * FROM VALUES (1, 'x') AS v(a, b)")) == Vector("a exact", "b exact"))
    assert(columns(spark.range(2).toDF("a")) == Vector("a exact"))
    assert(columns(rows.limit(0).where("false")) == Vector("id local", "name local"))
    assert(columns(spark.createDataFrame(Seq.empty[(Long, String)])) == Vector("_1 exact", "_2 exact"))
  }

  test("the names of partitions are made of values, so the result of SHOW PARTITIONS is unknown") {
    spark.sql(
      "CREATE TABLE IF NOT EXISTS partitioned (id INT, day STRING) USING parquet PARTITIONED BY (day)"
    )
    assert(
      columns(spark.sql("SHOW PARTITIONS partitioned").select("partition")) == Vector("partition unknown")
    )
  }

  test("the statistics of a column are values, so the result of DESCRIBE EXTENDED is unknown") {
    spark.sql("CREATE TABLE IF NOT EXISTS described (id INT) USING parquet")
    def values(sql: String): Vector[String] = columns(spark.sql(sql).select("info_value"))
    assert(values("DESCRIBE EXTENDED described id") == Vector("info_value unknown"))
    assert(values("DESCRIBE described id") == Vector("info_value exact"))
  }

  test("the result of SHOW PARTITIONS AS JSON is unknown") {
    val command = ShowPartitionsJsonCommand()
    val rows = CommandResult(command.output, command, spark.range(1).queryExecution.executedPlan, Nil)
    val columns = TestSpark.lineage.ofOutput(rows).columns.map(c => s"${c.column} ${c.certainty.name}")
    assert(columns == Vector("json_metadata unknown"))
  }

  test("what code makes of generated rows is opaque") {
    assert(columns(spark.range(2).map(_ + 1).toDF("a")) == Vector("a opaque"))
  }
}

/** Has the name of a class of Spark 4.3. */
private final case class ShowPartitionsJsonCommand() extends LeafRunnableCommand {
  override val output: Seq[Attribute] = Seq(AttributeReference("json_metadata", StringType)())
  override def run(session: SparkSession): Seq[Row] = Nil
}
