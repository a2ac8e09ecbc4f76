package io.headwater.plan.writes

import java.util

import org.apache.spark.sql.catalyst.plans.logical.AppendData
import org.apache.spark.sql.connector.catalog.{Identifier, Table, TableCapability}
import org.apache.spark.sql.execution.CommandExecutionMode
import org.apache.spark.sql.execution.datasources.v2.DataSourceV2Relation
import org.apache.spark.sql.types.StructType
import org.apache.spark.sql.util.CaseInsensitiveStringMap
import org.scalatest.funsuite.AnyFunSuite

import io.headwater.plan.{Rendering, TestSpark}

/** Tables whose columns differ in case only. Spark allows them with `spark.sql.caseSensitive=true`. */
class CaseSensitiveColumnsSuite extends AnyFunSuite {
  private object CaseSensitiveTable extends Table {
    def name: String = "letters"
    override def schema: StructType = new StructType().add("a", "int").add("A", "int")
    def capabilities: util.Set[TableCapability] =
      util.EnumSet.of(TableCapability.BATCH_READ, TableCapability.BATCH_WRITE)
  }

  private def appended(query: String): Vector[String] = {
    val spark = TestSpark.spark
    spark.conf.set("spark.sql.caseSensitive", "true")
    try {
      val catalog = new MemoryCatalog
      catalog.initialize("shop", CaseInsensitiveStringMap.empty)
      val table =
        DataSourceV2Relation.create(
          CaseSensitiveTable,
          Some(catalog),
          Some(Identifier.of(Array("db"), "letters"))
        )
      val append = AppendData.byName(table, TestSpark.analyzed(query))
      val analyzed = spark.sessionState.executePlan(append, CommandExecutionMode.SKIP).analyzed
      Rendering.lines(TestSpark.lineage.of(analyzed))
    } finally spark.conf.unset("spark.sql.caseSensitive")
  }

  test("a write by name to columns that differ in case") {
    val expected = Vector("reads t", "a <- t.a IDENTITY", "A <- t.b IDENTITY")
    assert(appended("SELECT a, b AS A FROM t").filterNot(_.startsWith("writes")) == expected)
    assert(appended("SELECT b AS A, a FROM t").filterNot(_.startsWith("writes")).toSet == expected.toSet)
  }
}
