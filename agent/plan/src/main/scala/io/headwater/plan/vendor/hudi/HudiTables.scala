package io.headwater.plan.vendor.hudi

import org.apache.hadoop.fs.Path
import org.apache.spark.sql.catalyst.catalog.CatalogTable
import org.apache.spark.sql.catalyst.expressions.Attribute
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan
import org.apache.spark.sql.execution.datasources.{HadoopFsRelation, LogicalRelation}
import org.apache.spark.sql.sources.BaseRelation
import org.apache.spark.sql.types.StructType

import io.headwater.model.{Dataset, DatasetId}
import io.headwater.plan.naming.{Locations, Schemas, Tables}
import io.headwater.plan.relations.FileLocations
import io.headwater.plan.session.SessionContext
import io.headwater.plan.writes.ChangedTable
import io.headwater.util.{Accessors, NamedIn}

/** A command of Hudi. */
private[hudi] object HudiCommand extends NamedIn("org.apache.spark.sql.hudi.command.")

/** The table of a Hudi command. */
private[hudi] object HudiTables {

  /** The metadata columns of Hudi, which hold commit, key and file of each row. No statement gives values
    * for them.
    */
  private val metadataColumns =
    Set("commit_time", "commit_seqno", "record_key", "partition_path", "file_name", "operation")
      .map("_hoodie_" + _)

  def dataColumns(output: Seq[Attribute]): Seq[Attribute] = output.filterNot(a => metadataColumns(a.name))

  def target(plan: LogicalPlan, session: SessionContext): Option[ChangedTable] =
    for (relation <- plan.collectFirst { case r: LogicalRelation => r }; table <- dataset(relation, session))
      yield ChangedTable(table, dataColumns(plan.output))

  /** The dataset of a relation: a table of the catalog, or a table that is known by its path alone. */
  def dataset(relation: LogicalRelation, session: SessionContext): Option[Dataset] = {
    def inCatalog(table: CatalogTable) =
      new Tables(session).dataset(table, StructType(table.schema.filterNot(f => metadataColumns(f.name))))
    val table = relation.catalogTable.map(inCatalog).orElse(
      folders(relation.relation, session).filter(_.size == 1).map(only => Dataset(only(0)))
    )
    table.map(_.copy(schema = Schemas.fields(dataColumns(relation.output))))
  }

  /** Reads for which Spark's own relation of files does not do: increments, and tables whose files are merged. */
  def hasOwnRelation(relation: LogicalRelation): Boolean = {
    val name = relation.relation.getClass.getName
    name.startsWith("org.apache.hudi.") && name.endsWith("Relation")
  }

  private def folders(relation: BaseRelation, session: SessionContext): Option[Vector[DatasetId]] =
    relation match {
      case files: HadoopFsRelation => Some(FileLocations.folders(files.location))
      case own =>
        val of = new Accessors(own)
        val base = if (of.has("basePath")) of.value[Path]("basePath") else of.field[Path]("basePath")
        Some(Vector(Locations.of(session.qualified(base.toUri))))
    }
}
