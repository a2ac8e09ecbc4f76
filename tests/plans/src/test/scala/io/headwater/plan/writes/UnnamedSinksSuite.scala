package io.headwater.plan.writes

import java.util.Collections

import org.apache.spark.sql.catalyst.plans.logical.AppendData
import org.apache.spark.sql.connector.catalog.{Table, TableCapability}
import org.apache.spark.sql.execution.datasources.SaveIntoDataSourceCommand
import org.apache.spark.sql.execution.datasources.v2.DataSourceV2Relation
import org.apache.spark.sql.sources.{BaseRelation, CreatableRelationProvider}
import org.apache.spark.sql.types.StructType
import org.apache.spark.sql.util.CaseInsensitiveStringMap
import org.apache.spark.sql.{DataFrame, SQLContext, SaveMode}
import org.scalatest.funsuite.AnyFunSuite

import io.headwater.plan.TestSpark

private final class UnknownSource extends CreatableRelationProvider {
  override def createRelation(
      context: SQLContext,
      mode: SaveMode,
      options: Map[String, String],
      rows: DataFrame
  ): BaseRelation = throw new UnsupportedOperationException
}

private final class UnknownSink(val name: String) extends Table {
  override def schema: StructType = new StructType().add("id", "bigint")
  override def capabilities: java.util.Set[TableCapability] = Collections.emptySet()
}

/** Writes to sinks that have no dataset name: two tables are two jobs all the same. */
final class UnnamedSinksSuite extends AnyFunSuite {
  private lazy val rows = TestSpark.spark.range(1).queryExecution.analyzed

  private def saved(options: (String, String)*): Option[String] = {
    val save = SaveIntoDataSourceCommand(rows, new UnknownSource, options.toMap, SaveMode.Append)
    val lineage = TestSpark.lineage.of(save)
    assert(lineage.sinks.isEmpty && lineage.gaps.nonEmpty)
    lineage.nameSuffix
  }

  private def appended(table: String): Option[String] = {
    val relation =
      DataSourceV2Relation.create(new UnknownSink(table), None, None, CaseInsensitiveStringMap.empty)
    val lineage = TestSpark.lineage.of(AppendData.byName(relation, rows))
    assert(lineage.sinks.isEmpty && lineage.gaps.nonEmpty)
    lineage.nameSuffix
  }

  // rows: name.table
  test("the job of a save to an unknown source has the table of the options in its name") {
    assert(saved("url" -> "x", "dbtable" -> "shop.orders").contains("shop_orders"))
    assert(saved("kudu.master" -> "h", "kudu.table" -> "orders").contains("orders"))
    assert(saved("createTable" -> "true").isEmpty)
  }

  // rows: name.table
  test("the job of a write to an unknown table has the table's own name, unless that is an address") {
    assert(appended("crm_api").contains("crm_api"))
    assert(appended("shop.orders").contains("shop_orders"))
    assert(appended("https://u:secret@h/orders").isEmpty)
  }
}
