package io.headwater.plan.writes

import org.apache.spark.sql.catalyst.TableIdentifier
import org.apache.spark.sql.execution.command.AlterTableChangeColumnCommand
import org.apache.spark.sql.types.{IntegerType, StructField}
import org.scalatest.funsuite.AnyFunSuite

import io.headwater.plan.TestSpark

final class ColumnCommentsSuite extends AnyFunSuite {
  test("a column keeps its comment if a command that changes it gives none") {
    val lineage = TestSpark.lineage
    val name = TableIdentifier("t", Some("default"))
    def after(to: StructField) =
      lineage.of(AlterTableChangeColumnCommand(name, "a", to)).sinks.flatMap(_.schemaAfter).flatten
        .find(_.name == "a").flatMap(_.comment)
    lineage.of(TestSpark.analyzed("SELECT * FROM t"))
    val column = StructField("a", IntegerType)
    assert(after(column.withComment("what it is")).contains("what it is"))
    assert(after(column).contains("what it is"))
    assert(after(column.withComment("")) != Some("what it is"))
  }
}
