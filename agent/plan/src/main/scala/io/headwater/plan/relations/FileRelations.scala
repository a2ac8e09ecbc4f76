package io.headwater.plan.relations

import org.apache.spark.sql.catalyst.catalog.HiveTableRelation
import org.apache.spark.sql.catalyst.expressions.Attribute
import org.apache.spark.sql.execution.datasources.{HadoopFsRelation, LogicalRelation}

import io.headwater.model.{Dataset, DatasetId}
import io.headwater.plan.expressions.MetadataColumn
import io.headwater.plan.graph.Scope
import io.headwater.plan.naming.Tables
import io.headwater.plan.walk.NodeLineage.Rule
import io.headwater.plan.walk.{NodeLineage, RuleContext}

/** Files in the V1 relation: those that Spark reads itself (`spark.read.parquet(path)`, a table `USING
  * csv`), and Hive tables that Hive's readers read (text, Avro, a custom SerDe). Spark reads Hive's Parquet
  * and ORC tables itself.
  */
object FileRelations {
  val rule: Rule = {
    case LogicalRelationOf(relation, files: HadoopFsRelation) =>
      NodeLineage.leaf { context =>
        val output = MetadataColumn.unmarked(relation.output, files.schema)
        MalformedRecords.of(files).scope(context, output)(inFiles =>
          relation.catalogTable match {
            case Some(table) =>
              val dataset = new Tables(context.session).dataset(table)
              context.source(dataset.copy(quality = TableStatistics.of(table, files)), inFiles)
            case None =>
              val locations = FileLocations.of(relation, files, context.session.qualified)
              if (FileLocations.isSample(files)) sample(context, locations, inFiles)
              else
                FileLocations.partitions(relation, files, context.session.qualified)
                  .read(context, locations, inFiles)
          }
        )
      }
    case h: HiveTableRelation =>
      NodeLineage.leaf { context =>
        val table = new Tables(context.session).dataset(h.tableMeta)
        val output = MetadataColumn.unmarked(h.output, h.tableMeta.schema)
        context.source(table.copy(quality = TableStatistics.of(h.tableMeta)), output)
      }
  }

  /** The scope of the lines of text from which Spark infers a schema. They are no column of the datasets. */
  private def sample(context: RuleContext, locations: Vector[DatasetId], text: Seq[Attribute]): Scope =
    context.sources(locations.map(Dataset(_)), text)
}

/** Extracts a V1 relation and its implementation. */
private[relations] object LogicalRelationOf {
  def unapply(plan: LogicalRelation): Some[(LogicalRelation, Any)] = Some((plan, plan.relation))
}
