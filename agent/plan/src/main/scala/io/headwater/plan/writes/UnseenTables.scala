package io.headwater.plan.writes

import org.apache.spark.sql.connector.catalog.Identifier

import io.headwater.model.{Dataset, DatasetKind, Lifecycle}
import io.headwater.plan.graph.Scope
import io.headwater.plan.naming.{Hierarchy, JobNameSuffix, NamedDataset, PlannedTable}
import io.headwater.plan.tables.TableFormats
import io.headwater.plan.walk.{RuleContext, Target}

/** Gaps and names for tables that no plan of the application has shown. */
private[plan] object UnseenTables {
  val unknownColumns = "no plan has shown the table that the new one is like: its columns are not known"
  val unknownNewLocation =
    "the location of the new table is not known yet: it is named by its name in the catalog"
  val unknownDrop = "whether there was anything to drop is not known"
  val unknownExistence = "whether the table existed is not known"
  val unknownTable = "neither a plan nor the catalog has shown the table"
  val unknownLocation =
    "neither a plan nor the catalog has shown where the table lay: it goes by its name in the catalog"

  /** Records a statement that has only the name of its table, and writes no values. If the table is not known, it is no output,
    * and there is a gap.
    */
  def write(
      context: RuleContext,
      name: Identifier,
      table: Option[Dataset],
      lifecycle: Option[Lifecycle]
  ): Scope = {
    if (table.isEmpty) context.gap("sink", unknownTable)
    val written = table.map(_.copy(version = None, lifecycle = lifecycle))
    WriteLineage.tableCommand(context, written.map(Target(_, Some(JobNameSuffix.of(name)))))
  }

  /** The dataset of a table by its name in the catalog. */
  def datasetByName(context: RuleContext, table: PlannedTable): Option[NamedDataset] =
    TableFormats.datasetByName(table, context.session).map(c =>
      c.copy(dataset = c.dataset.copy(hierarchy = Hierarchy.of(table.catalogName, table.identifier)))
    )

  /** The properties of a dataset that remain for a table that is dropped. It was a table, wherever its rows lay. */
  def droppedTable(table: Dataset): Dataset = table.copy(
    storage = None,
    version = None,
    owner = None,
    comment = None,
    kind = table.kind.orElse(Some(DatasetKind.Table))
  )
}
