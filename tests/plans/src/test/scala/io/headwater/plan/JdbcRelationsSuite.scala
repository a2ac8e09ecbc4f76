package io.headwater.plan

import java.sql.DriverManager

import org.apache.spark.rdd.RDD
import org.apache.spark.sql.sources.{BaseRelation, RelationProvider, TableScan}
import org.apache.spark.sql.types.StructType
import org.apache.spark.sql.{DataFrame, Row, SQLContext}
import org.scalatest.funsuite.AnyFunSuite

import io.headwater.model.DatasetId

/** External relations, with the classes of each Spark version. Spark contains the Derby database. */
final class JdbcRelationsSuite extends AnyFunSuite {
  private val url = "jdbc:derby:memory:shop"

  private lazy val spark = {
    val connection = DriverManager.getConnection(s"$url;create=true")
    connection.createStatement().execute("CREATE TABLE orders (id INT, amount DOUBLE)")
    connection.close()
    TestSpark.spark
  }

  test("a JDBC table") {
    assert(lines(jdbc("dbtable" -> "orders")) == Vector("reads orders"))
    assert(lineage(jdbc("dbtable" -> "orders")).sources.map(_.id) == Vector(DatasetId(
      "derby:memory:shop",
      "orders"
    )))
  }

  test("a JDBC query") {
    val result = lineage(jdbc("query" -> "SELECT id, amount * 2 AS twice FROM orders"))
    assert(result.sources.map(_.id.name) == Vector("orders"))
    assert(result.gaps.isEmpty)
    val fields = result.sources.flatMap(_.schema).map(f => f.name -> f.dataType)
    assert(fields == Vector("ID" -> Some("integer"), "AMOUNT" -> None))
  }

  test("the predicates of a JDBC read decide which rows it has") {
    val predicates = Array("amount > 2", "id = 1 AND amount < 0")
    val read = spark.read.jdbc(url, "orders", predicates, new java.util.Properties).select("id")
    val result = TestSpark.lineage.ofOutput(read.queryExecution.analyzed)
    assert(result.sources.map(_.id.name) == Vector("orders"))
    assert(result.columns.map(_.dependencies.map(_.source.path)) == Vector(Vector("ID")))
    assert(result.rows.map(_.source.path) == Vector("AMOUNT", "ID"))
  }

  test("the bounds of a partition column leave out no row") {
    val parts =
      Seq("partitionColumn" -> "id", "lowerBound" -> "0", "upperBound" -> "9", "numPartitions" -> "3")
    val read = jdbc(("dbtable" -> "orders") +: parts: _*)
    assert(lines(read) == Vector("reads orders"))
    assert(TestSpark.lineage.ofOutput(read.queryExecution.analyzed).rows.isEmpty)
  }

  test("the rows of a new table USING jdbc are in the database") {
    val options = s"OPTIONS (url '$url', dbtable 'copies')"
    val created = TestSpark.of(s"CREATE TABLE copies USING jdbc $options AS SELECT a AS key FROM t")
    assert(created.sinks.map(_.dataset.id) == Vector(DatasetId("derby:memory:shop", "copies")))
    assert(created.sinks.flatMap(_.dataset.symlinks).map(_.id.name) == Vector("default.copies"))
    assert(created.gaps.isEmpty)
  }

  // rows: connector.others
  test("a relation of an unknown class is a gap, unless its options name the dataset") {
    val unknown = spark.read.format(classOf[Foreign].getName)
    assert(lines(unknown.load()) == Vector(
      s"gap LogicalRelation: no rule for relations of ${classOf[ForeignRelation].getName}"
    ))
    val named = unknown.option("openlineage.dataset.namespace", "ns").option("openlineage.dataset.name", "n")
    assert(lineage(named.load()).sources.map(_.id) == Vector(DatasetId("ns", "n")))
  }

  test("a table of a source without a rule is in no folder of the warehouse") {
    val provider = classOf[Foreign].getName
    val created = TestSpark.of(s"CREATE TABLE foreigners USING `$provider` AS SELECT a FROM t")
    assert(created.sinks.isEmpty)
    assert(
      created.gaps.map(_.reason) == Vector(s"no rule for tables of $provider: the source keeps the rows")
    )
    assert(TestSpark.of(s"CREATE TABLE foreigners USING `$provider`").sinks.isEmpty)
    assert(TestSpark.of("CREATE TABLE lines (value STRING) USING text").sinks.size == 1)
    val byClass = "org.apache.spark.sql.execution.datasources.csv.CSVFileFormat"
    assert(TestSpark.of(s"CREATE TABLE lines (value STRING) USING `$byClass`").sinks.size == 1)
  }

  private def jdbc(options: (String, String)*): DataFrame =
    spark.read.format("jdbc").option("url", url).options(options.toMap).load()

  private def lineage(frame: DataFrame) = TestSpark.lineage.of(frame.queryExecution.analyzed)
  private def lines(frame: DataFrame): Vector[String] = Rendering.lines(lineage(frame))
}

/** A connector without a rule. */
final class Foreign extends RelationProvider {
  def createRelation(context: SQLContext, parameters: Map[String, String]): BaseRelation =
    new ForeignRelation(context, parameters)
}

final class ForeignRelation(val sqlContext: SQLContext, val parameters: Map[String, String])
    extends BaseRelation with TableScan {
  def schema: StructType = new StructType().add("a", "int")
  def buildScan(): RDD[Row] = sqlContext.sparkContext.emptyRDD[Row]
}
