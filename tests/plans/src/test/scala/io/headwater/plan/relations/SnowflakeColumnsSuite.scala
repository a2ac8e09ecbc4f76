package io.headwater.plan.relations

import org.apache.spark.sql.types.StructType
import org.scalatest.funsuite.AnyFunSuite

import io.headwater.plan.{Rendering, TestSpark}
import net.snowflake.spark.snowflake.SnowflakeRelation

/** Columns that the connector gives to Spark in quotes, because their names are not in upper case. */
final class SnowflakeColumnsSuite extends AnyFunSuite {
  private val schema = new StructType().add("\"report_date\"", "date").add("ID", "long")

  private def lineage(option: (String, String)) = {
    val options = Map("sfurl" -> "org-acct.snowflakecomputing.com", "sfdatabase" -> "DB", "sfschema" -> "S")
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
}
