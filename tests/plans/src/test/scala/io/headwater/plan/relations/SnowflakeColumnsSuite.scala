package io.headwater.plan.relations

import org.apache.spark.sql.SaveMode
import org.apache.spark.sql.execution.datasources.SaveIntoDataSourceCommand
import org.apache.spark.sql.types.StructType
import org.scalatest.funsuite.AnyFunSuite

import io.headwater.plan.{Rendering, TestSpark}
import net.snowflake.spark.snowflake.{DefaultSource, SnowflakeRelation}

/** Columns that the connector gives to Spark in quotes, because their names are not in upper case, and those that it writes. */
final class SnowflakeColumnsSuite extends AnyFunSuite {
  private val schema = new StructType().add("\"report_date\"", "date").add("ID", "long")

  private val options =
    Map("sfurl" -> "org-acct.snowflakecomputing.com", "sfdatabase" -> "DB", "sfschema" -> "S")

  private def lineage(option: (String, String)) = {
    val relation = SnowflakeRelation(TestSpark.spark.sqlContext, schema, options + option)
    val frame = TestSpark.spark.baseRelationToDataFrame(relation)
    TestSpark.lineage.ofOutput(frame.selectExpr("`\"report_date\"` AS day", "ID").queryExecution.analyzed)
  }

  // rows: connector.snowflake
  test("a column of a table has its name without the quotes of the connector") {
    val read = lineage("dbtable" -> "T")
    assert(read.columns.map(Rendering.column) ==
      Vector("day <- DB.S.T.report_date IDENTITY", "ID <- DB.S.T.ID IDENTITY"))
    assert(read.sources.flatMap(_.schema).map(_.name) == Vector("report_date", "ID"))
  }

  // rows: connector.snowflake
  test("a column of a query has its name without the quotes of the connector") {
    val read = lineage("query" -> "SELECT \"report_date\", id FROM T")
    assert(read.columns.map(Rendering.column) ==
      Vector("day <- DB.S.T.report_date IDENTITY", "ID <- DB.S.T.ID IDENTITY"))
    assert(read.gaps.isEmpty)
  }

  private def written(more: (String, String)*) = {
    val query = TestSpark.analyzed("""SELECT a, b AS Total, c AS `"Quoted"`, d AS `d-1` FROM t""")
    val all = options ++ Map("dbtable" -> "T") ++ more
    val sink = TestSpark.lineage.of(
      SaveIntoDataSourceCommand(query, new DefaultSource, all, SaveMode.Append)
    ).sinks.head
    assert(sink.dataset.schema.map(_.name) == sink.columns.map(_.path))
    sink.columns.map(Rendering.column)
  }

  // rows: connector.snowflake
  test("a column that is written has its name in upper case, unless it is in quotes or needs them") {
    val others = Vector("Quoted <- t.c IDENTITY", "d-1 <- t.d IDENTITY")
    assert(written() == Vector("A <- t.a IDENTITY", "TOTAL <- t.b IDENTITY") ++ others)
    assert(written("keep_column_case" -> "ON") ==
      Vector("a <- t.a IDENTITY", "Total <- t.b IDENTITY") ++ others)
  }

  // rows: connector.snowflake
  test("a write with a map of columns writes these columns, to those that the map gives") {
    assert(written("columnmap" -> """Map(a -> key, d-1 -> "day")""") ==
      Vector("KEY <- t.a IDENTITY", "day <- t.d IDENTITY"))
    assert(written("columnmap" -> "Map(Total -> Sum)", "keep_column_case" -> "on") ==
      Vector("Sum <- t.b IDENTITY"))
  }
}
