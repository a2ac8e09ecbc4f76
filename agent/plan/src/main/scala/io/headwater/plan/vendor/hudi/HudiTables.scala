package io.headwater.plan.vendor.hudi

import org.apache.spark.sql.catalyst.expressions.Attribute
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan
import org.apache.spark.sql.execution.datasources.{HadoopFsRelation, LogicalRelation}

import io.headwater.model.Dataset
import io.headwater.plan.naming.{Schemas, Tables}
import io.headwater.plan.relations.FileLocations
import io.headwater.plan.session.SessionContext
import io.headwater.plan.writes.ChangedTable

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
    val table = relation.catalogTable.map(new Tables(session).dataset(_)).orElse(
      Some(relation.relation).collect { case files: HadoopFsRelation =>
        FileLocations.folders(files.location)
      }
        .filter(_.size == 1).map(only => Dataset(only(0)))
    )
    table.map(_.copy(schema = Schemas.fields(dataColumns(relation.output))))
  }
}
