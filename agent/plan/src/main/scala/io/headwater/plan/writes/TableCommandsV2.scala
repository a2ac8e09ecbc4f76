package io.headwater.plan.writes

import org.apache.spark.sql.catalyst.analysis.{ResolvedIdentifier, ResolvedTable}
import org.apache.spark.sql.catalyst.plans.logical._
import org.apache.spark.sql.connector.catalog.Identifier
import org.apache.spark.sql.execution.datasources.v2.DataSourceV2Relation

import io.headwater.model.{Dataset, DatasetId, Lifecycle}
import io.headwater.plan.graph.Scope
import io.headwater.plan.naming.{Hierarchy, Identifiers, Schemas, TableV2}
import io.headwater.plan.relations.DataSourceV2Relations
import io.headwater.plan.tables.TableFormats
import io.headwater.plan.walk.NodeLineage.Rule
import io.headwater.plan.walk.{NodeLineage, RuleContext}

/** Commands on a whole table in a V2 catalog: `ALTER TABLE`, `COMMENT ON TABLE`, `TRUNCATE`, `RENAME`,
  * `DROP`. The schema after an `ALTER` of columns is unknown until the command has run, so the event has
  * none.
  */
object TableCommandsV2 {
  val rule: Rule = {
    case ChangeOf(table, keepsSchema) =>
      NodeLineage.leaf { context =>
        val altered = dataset(context, table)
        write(
          context,
          if (keepsSchema) altered else altered.map(_.copy(schema = Vector.empty)),
          Lifecycle.Alter,
          table.identifier
        )
      }
    case CheckOf(table, name) => // ALTER TABLE t ADD CONSTRAINT c CHECK (…), from Spark 4.1 on
      NodeLineage.leaf { context =>
        val altered = DataSourceV2Relations.dataset(table, context.session).map(_.copy(version = None))
        write(context, altered, Lifecycle.Alter, name)
      }
    case TruncateOf(table) =>
      NodeLineage.leaf(context =>
        write(context, dataset(context, table), Lifecycle.Truncate, table.identifier)
      )
    case RenameOf(table, name) =>
      NodeLineage.leaf(rename(_, table, name))
    case DropV2(name, ifExists) => NodeLineage.leaf(drop(_, name, ifExists))
  }

  private def rename(context: RuleContext, table: ResolvedTable, name: Seq[String]): Scope = {
    val renamed = dataset(context, table).map(withNewName(_, name))
    renamed.fold(WriteRule.noOutput(context)) { case (d, from) =>
      context.session.tables.forget(table.catalog.name, table.identifier)
      context.session.tables.remember(table.catalog.name, Identifiers.renamed(table.identifier, name), d)
      write(context, Some(d), Lifecycle.Rename(from), table.identifier)
    }
  }

  /** A `DROP`. As in the session catalog, the table is known from earlier plans, or else by its name. */
  private def drop(context: RuleContext, name: ResolvedIdentifier, ifExists: Boolean): Scope = {
    val tables = context.session.tables
    val seen = tables.dataset(name.catalog.name, name.identifier)
    if (seen.isEmpty && ifExists) {
      context.gap("sink", "whether there was anything to drop is not known")
      WriteRule.noOutput(context)
    } else {
      tables.forget(name.catalog.name, name.identifier)
      val droppedDataset = seen.map(UnseenTables.droppedTable).getOrElse(unseenTable(context, name))
      write(context, Some(droppedDataset), Lifecycle.Drop, name.identifier)
    }
  }

  private def unseenTable(context: RuleContext, name: ResolvedIdentifier): Dataset = {
    val byName = UnseenTables.datasetByName(context, name)
    if (!byName.fold(!TableFormats.ownsCatalog(name.catalog))(_.sameAsRead))
      context.gap("sink", UnseenTables.unknownLocation)
    byName.fold(Hierarchy.named(name.catalog.name, name.identifier))(_.dataset)
  }

  private def dataset(context: RuleContext, table: ResolvedTable): Option[Dataset] =
    DataSourceV2Relations.dataset(
      TableV2(table.table, Some(table.catalog.name), Some(table.identifier)),
      context.session
    )
      .map(_.copy(schema = Schemas.fields(table.outputAttributes), version = None))

  /** The dataset after a rename and the id before it. The location stays; the name in the catalog changes. */
  private def withNewName(old: Dataset, name: Seq[String]): (Dataset, DatasetId) = {
    val from = old.symlinks.map(_.id).headOption.getOrElse(old.id)
    val newName = name.takeRight(from.name.count(_ == '.') + 1).mkString(".")
    val renamed = old.copy(
      symlinks = old.symlinks.map(s => s.copy(id = s.id.copy(name = newName))),
      hierarchy = Hierarchy.renamed(old.hierarchy, name)
    )
    renamed -> from
  }

  private def write(
      context: RuleContext,
      dataset: Option[Dataset],
      lifecycle: Lifecycle,
      name: Identifier
  ): Scope = {
    val suffix = Some(Identifiers.suffix(name))
    WriteRule.tableCommand(context, dataset.map(d => Target(d.copy(lifecycle = Some(lifecycle)), suffix)))
  }
}

/** Extracts the table of an `ALTER` command, and whether the command keeps the columns. */
private object ChangeOf {
  def unapply(plan: LogicalPlan): Option[(ResolvedTable, Boolean)] = plan match {
    case c: AlterTableCommand =>
      val keeps = plan match {
        case _: SetTableProperties | _: UnsetTableProperties | _: SetTableLocation | _: CommentOnTable => true
        case _ => false
      }
      resolved(c.table).map(_ -> keeps)
    case _ => None
  }

  private def resolved(plan: LogicalPlan): Option[ResolvedTable] = plan match {
    case table: ResolvedTable => Some(table)
    case _ => None
  }
}

/** Extracts the table of an `ADD CONSTRAINT` command. Spark resolves it as a relation. */
private object CheckOf {
  def unapply(plan: LogicalPlan): Option[(DataSourceV2Relation, Identifier)] =
    if (plan.getClass.getSimpleName != "AddCheckConstraint") None
    else
      plan.collectLeaves().collectFirst { case table: DataSourceV2Relation => table }
        .flatMap(table => table.identifier.map(table -> _))
}

private object TruncateOf {
  def unapply(plan: TruncateTable): Option[ResolvedTable] =
    Some(plan.table).collect { case table: ResolvedTable => table }
}

private object RenameOf {
  def unapply(plan: RenameTable): Option[(ResolvedTable, Seq[String])] =
    Some(plan.child).collect { case table: ResolvedTable => table -> plan.newName }
}

private object DropV2 {
  def unapply(plan: DropTable): Option[(ResolvedIdentifier, Boolean)] =
    Some(plan.child).collect { case name: ResolvedIdentifier => name -> plan.ifExists }
}
