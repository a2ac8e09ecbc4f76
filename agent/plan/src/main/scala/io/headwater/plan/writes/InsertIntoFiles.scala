package io.headwater.plan.writes

import java.net.URI

import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan
import org.apache.spark.sql.execution.command.InsertIntoDataSourceDirCommand
import org.apache.spark.sql.execution.datasources.InsertIntoHadoopFsRelationCommand
import org.apache.spark.sql.execution.datasources.text.TextFileFormat
import org.apache.spark.sql.types.StructType

import io.headwater.model.{Dataset, Lifecycle}
import io.headwater.plan.naming.{JobNameSuffix, Locations, Schemas, Tables}
import io.headwater.plan.walk.NodeLineage.Rule
import io.headwater.plan.walk.{RuleContext, Target}

/** Writes of files: `df.write.parquet(path)`, `INSERT INTO t` for a table of files, `INSERT OVERWRITE
  * DIRECTORY`.
  */
object InsertIntoFiles {
  val rule: Rule = {
    case c: InsertIntoHadoopFsRelationCommand =>
      WriteLineage.toDataset(c.query, _ => columnNames(c))(context =>
        Some(target(context, c).withMode(c.mode).unlessPartitionExists(c.ifPartitionNotExists))
      )

    case c: InsertIntoDataSourceDirCommand =>
      val isText = c.provider.equalsIgnoreCase("text")
      val names = c.query.output.map(a => inText(a.name, isPartition = !isText))
      WriteLineage.toDataset(c.query, _ => names) { context =>
        c.storage.locationUri.map(context.session.qualified)
          .map(toDirectory(_, c.query, names, Some(Lifecycle.Overwrite)))
      }
  }

  /** The name of a column when text files are read. Spark writes a column of any name, and reads it by this one. */
  private[writes] def inText(name: String, isPartition: Boolean): String = if (isPartition) name else "value"

  /** The names that the columns have when the files are read. */
  private def columnNames(c: InsertIntoHadoopFsRelationCommand): Seq[String] =
    if (c.catalogTable.isDefined || !c.fileFormat.isInstanceOf[TextFileFormat]) c.outputColumnNames
    else {
      val partitions = c.partitionColumns.map(_.exprId).toSet
      c.query.output.zip(c.outputColumnNames).map { case (a, name) => inText(name, partitions(a.exprId)) }
    }

  private def target(context: RuleContext, c: InsertIntoHadoopFsRelationCommand): Target = {
    val lifecycle = SaveModeLifecycle.ofFiles(c.mode)
    c.catalogTable match {
      case Some(table) =>
        val dataset = new Tables(context.session).dataset(table, schema(c)).copy(lifecycle = lifecycle)
        Target(dataset, JobNameSuffix.ofLocation(dataset))
      case None => toDirectory(c.outputPath.toUri, c.query, columnNames(c), lifecycle)
    }
  }

  def toDirectory(
      location: URI,
      query: LogicalPlan,
      names: Seq[String],
      lifecycle: Option[Lifecycle]
  ): Target = {
    val dataset = Dataset(Locations.of(location), Schemas.fields(query.output, names), lifecycle = lifecycle)
    Target(dataset, JobNameSuffix.ofLocation(dataset))
  }

  private def schema(c: InsertIntoHadoopFsRelationCommand): StructType =
    c.catalogTable.map(_.schema).filter(_.nonEmpty).getOrElse(c.query.schema)
}
