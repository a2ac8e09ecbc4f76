package io.headwater.plan.relations

import org.apache.hadoop.fs.Path
import org.apache.spark.sql.catalyst.catalog.HiveTableRelation
import org.apache.spark.sql.catalyst.expressions.Attribute
import org.apache.spark.sql.execution.datasources.{
  FileIndex,
  HadoopFsRelation,
  LogicalRelation,
  PartitioningAwareFileIndex
}

import io.headwater.model.{Dataset, DatasetId}
import io.headwater.plan.expressions.MetadataColumn
import io.headwater.plan.graph.Scope
import io.headwater.plan.naming.{Locations, Schemas, Tables}
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
        relation.catalogTable match {
          case Some(table) =>
            val dataset = new Tables(context.session).dataset(table)
            context.source(dataset.copy(quality = TableStatistics.of(table, files)), relation.output)
          case None => read(context, directories(files.location), relation.output)
        }
      }
    case h: HiveTableRelation =>
      NodeLineage.leaf { context =>
        val table = new Tables(context.session).dataset(h.tableMeta)
        context.source(table.copy(quality = TableStatistics.of(h.tableMeta)), h.output)
      }
  }

  /** The scope of a read from directories. Each directory is a dataset; each column comes from all of them.
    */
  def read(context: RuleContext, directories: Vector[DatasetId], output: Seq[Attribute]): Scope = {
    val schema = Schemas.fields(output.filterNot(MetadataColumn(_)))
    context.sources(directories.map(Dataset(_, schema)), output)
  }

  /** The directories that are read. A file counts as its directory. No file system is called: the index
    * listed its files before the query was planned.
    */
  def directories(index: FileIndex): Vector[DatasetId] = {
    val roots = index.rootPaths.toSet
    val files = index match {
      case listed: PartitioningAwareFileIndex => listed.allFiles().iterator.map(_.getPath).filter(roots).toSet
      case _ => Set.empty[Path]
    }
    index.rootPaths.toVector.map { root =>
      Locations.of((if (files(root)) root.getParent else root).toUri)
    }.distinct
  }
}

/** Extracts a V1 relation and its implementation. */
private[relations] object LogicalRelationOf {
  def unapply(plan: LogicalRelation): Some[(LogicalRelation, Any)] = Some((plan, plan.relation))
}
