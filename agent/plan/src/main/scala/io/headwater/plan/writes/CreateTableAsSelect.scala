package io.headwater.plan.writes

import org.apache.spark.sql.SaveMode
import org.apache.spark.sql.catalyst.catalog.CatalogTable
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan
import org.apache.spark.sql.execution.command.CreateDataSourceTableAsSelectCommand
import org.apache.spark.sql.types.StructType

import io.headwater.plan.naming.Tables
import io.headwater.plan.walk.NodeLineage
import io.headwater.plan.walk.NodeLineage.Rule
import io.headwater.util.{Accessors, ClassNames}

/** `CREATE TABLE t USING parquet AS SELECT …` and `df.write.saveAsTable`. */
object CreateTableAsSelect {

  /** Formats whose writes have metrics, so that the end of the query shows whether it wrote. */
  private val countedFormats = Set("avro", "csv", "hive", "json", "orc", "parquet", "text", "xml")

  val rule: Rule = {
    case c: CreateDataSourceTableAsSelectCommand => lineage(c.table, c.mode, c.query, c.outputColumnNames)
    case p if ClassNames.simple(p) == "SaveAsV1TableCommand" => saveAsTable(new Accessors(p))
  }

  /** The command of `saveAsTable` from Spark 4.1 on. It runs the other command inside. */
  private def saveAsTable(command: Accessors): NodeLineage = {
    val query = command.value[LogicalPlan]("query")
    lineage(
      command.value[CatalogTable]("tableDesc"),
      command.value[SaveMode]("mode"),
      query,
      query.output.map(_.name)
    )
  }

  private def lineage(
      table: CatalogTable,
      mode: SaveMode,
      query: LogicalPlan,
      names: Seq[String]
  ): NodeLineage =
    WriteRule.toDataset(query, _ => names) { context =>
      val schema = StructType(query.schema.fields.zip(names).map { case (f, name) => f.copy(name = name) })
      val created =
        CreateTable.created(context, table, schema).copy(lifecycle = WriteRule.createLifecycle(mode))
      val target = Target(created, Some(new Tables(context.session).suffix(table.identifier)))
      Some(if (table.provider.exists(countedFormats)) target.withMode(mode) else target)
    }
}
