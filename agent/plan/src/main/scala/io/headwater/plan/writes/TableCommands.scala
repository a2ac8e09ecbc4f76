package io.headwater.plan.writes

import org.apache.spark.sql.catalyst.TableIdentifier
import org.apache.spark.sql.catalyst.expressions.AttributeReference
import org.apache.spark.sql.catalyst.plans.logical.{DropTable, DropView, LogicalPlan}
import org.apache.spark.sql.connector.catalog.{Identifier, TableChange}
import org.apache.spark.sql.execution.command._
import org.apache.spark.sql.types.{StructField, StructType}

import io.headwater.model.{Dataset, Lifecycle}
import io.headwater.plan.graph.Scope
import io.headwater.plan.naming.{JobNameSuffix, ResolvedNameOf, Tables}
import io.headwater.plan.session.{SeenTable, SeenTables}
import io.headwater.plan.tables.TableFormats
import io.headwater.plan.walk.NodeLineage.Rule
import io.headwater.plan.walk.{NodeLineage, RuleContext, Target}
import io.headwater.util.{Accessors, Attempts, Named}

/** Commands on a whole table of Spark's session catalog: `ALTER`, `RENAME`, `TRUNCATE`, `DROP`, `MSCK
  * REPAIR`. They hold only the name of the table. What it is is known from earlier plans, or from the catalog. A table that
  * neither shows is no output: without columns it would replace what a backend knows of it.
  */
object TableCommands {
  val rule: Rule = {
    case c: AlterTableRenameCommand if c.isView && CreateView.isTemporary(c.oldName) =>
      NodeLineage.leaf(WriteLineage.noOutput(_))
    case c: DropTableCommand if c.isView && CreateView.isTemporary(c.tableName) => // on Spark 3.3
      NodeLineage.leaf(WriteLineage.noOutput(_))
    case plan @ DropOf(name, ifExists) =>
      NodeLineage.leaf { context =>
        plan match { // a table of a library's catalog that takes the place of Spark's
          case DropV2(table, _) if TableFormats.choosesLocation(table.planned, context.session) =>
            TableCommandsV2.drop(context, table, ifExists)
          case _ => drop(context, name, ifExists)
        }
      }
    case c: AlterTableRenameCommand => NodeLineage.leaf(context => rename(context, c))
    case c: TruncateTableCommand if c.partitionSpec.isEmpty =>
      NodeLineage.leaf { context =>
        val truncated = table(context, c.tableName).map { t =>
          Target(t.copy(lifecycle = Some(Lifecycle.Truncate)), JobNameSuffix.ofLocation(t))
        }
        WriteLineage.tableCommand(context, truncated)
      }

    case c: AlterTableAddColumnsCommand =>
      NodeLineage.leaf { context => // the job has no table in its name, as in the published agent
        altered(context, c.table, None)(_.adding(c.colsToAdd))
      }
    case c: AlterTableChangeColumnCommand =>
      NodeLineage.leaf(changeColumn(_, c.tableName, c.columnName, c.newColumn))
    case c: AlterTableSetLocationCommand if c.partitionSpec.isEmpty =>
      NodeLineage.leaf(alter(_, c.tableName)(_.copy(location = Some(Tables.path(c.location)))))
    case OtherAlterCommand(name) => NodeLineage.leaf(alter(_, name)(identity))
  }

  private[plan] def changeColumn(
      context: RuleContext,
      table: TableIdentifier,
      column: String,
      to: StructField
  ): Scope = alter(context, table) { t =>
    def changed(f: StructField) = if (f.name.equalsIgnoreCase(column)) withComment(to, f.getComment()) else f
    t.copy(schema = StructType(t.schema.fields.map(changed)))
  }

  /** A column that is changed without a comment keeps the one that it has. */
  private def withComment(column: StructField, before: Option[String]): StructField =
    if (column.getComment().nonEmpty) column else before.fold(column)(column.withComment)

  /** An `ALTER TABLE` of a library that evolves the columns of tables of the session catalog by itself. */
  private[plan] def evolve(context: RuleContext, name: TableIdentifier, changes: Seq[TableChange]): Scope = {
    val before = ExistingTables.find(context, name).filter(_.schema.nonEmpty)
    def changed(t: SeenTable) = Attempts.caught(SchemaChanges.after(changes, t.schema)).toOption
    before.flatMap(t => changed(t).map(t -> _)) match {
      case Some((t, after)) =>
        val columns = t.schema.map(f => AttributeReference(f.name, f.dataType)())
        val written =
          RenamedColumns.written(context, changes, columns, new Tables(context.session).named(name))
        alter(context, name, written)(_.withColumns(after))
      case None =>
        context.afterSuccess(context.session.tables.forget(name))
        context.gap("sink", "the columns after the command are not known")
        WriteLineage.noOutput(context)
    }
  }

  /** With `IF EXISTS`, a table that neither a plan nor the catalog has shown may not exist. Without, it does exist, or the
    * statement fails; it is named by its name in the catalog.
    */
  private def drop(context: RuleContext, name: TableIdentifier, ifExists: Boolean): Scope = {
    val planned = Identifier.of(Array(Tables.database(name)), name.table)
    // tables of V2 plans, for example of Delta
    val plannedDataset = context.session.tables.dataset(SeenTables.sessionCatalog, planned)
    context.afterSuccess(context.session.tables.forget(SeenTables.sessionCatalog, planned))
    def found =
      if (ifExists) ExistingTables.findOlder(context, name) else ExistingTables.find(context, name)
    if (context.session.tables(name).isEmpty && plannedDataset.nonEmpty) {
      val droppedDataset =
        plannedDataset.map(UnseenTables.droppedTable(_).copy(lifecycle = Some(Lifecycle.Drop)))
      val suffix = new Tables(context.session).suffix(name)
      WriteLineage.tableCommand(context, droppedDataset.map(Target(_, Some(suffix))))
    } else if (found.isEmpty && ifExists) {
      context.gap("sink", UnseenTables.unknownDrop)
      WriteLineage.noOutput(context)
    } else {
      if (context.session.tables(name).isEmpty && !isOfView(context.plan))
        context.gap("sink", UnseenTables.unknownLocation)
      val tables = new Tables(context.session)
      context.afterSuccess(context.session.tables.forget(name))
      val dropped = tables.named(name).copy(lifecycle = Some(Lifecycle.Drop))
      WriteLineage.tableCommand(context, Some(Target(dropped, Some(tables.suffix(name)))))
    }
  }

  /** The table or view of a command, if a plan or the catalog has shown it. */
  private def table(context: RuleContext, name: TableIdentifier): Option[Dataset] = {
    val found = ExistingTables.find(context, name)
    if (found.isEmpty) context.gap("sink", UnseenTables.unknownTable)
    found.map(_ => new Tables(context.session).named(name))
  }

  private def isOfView(command: LogicalPlan): Boolean = command match {
    case _: DropView => true
    case c: AlterTableRenameCommand => c.isView
    case c: AlterTableSetPropertiesCommand => c.isView
    case c: AlterTableUnsetPropertiesCommand => c.isView
    case _ => false
  }

  /** A view is named by its name in the catalog, whatever is known of it. */
  private def rename(context: RuleContext, c: AlterTableRenameCommand): Scope = {
    val tables = new Tables(context.session)
    val name = TableIdentifier(c.newName.table, c.newName.database.orElse(c.oldName.database))
    if (ExistingTables.findRenamed(context, c.oldName, name).isEmpty && !c.isView) {
      context.gap("sink", UnseenTables.unknownTable)
      WriteLineage.noOutput(context)
    } else {
      val before = tables.named(c.oldName)
      val after = Target(tables.renamed(c.oldName, name), suffix = None) // as in the published agent
      context.afterSuccess(tables.rename(c.oldName, name))
      RenamedTable.write(context, before, tables.inCatalog(c.oldName), after)
    }
  }

  private def alter(
      context: RuleContext,
      name: TableIdentifier,
      columns: Vector[(String, Int)] = Vector.empty
  )(change: SeenTable => SeenTable): Scope =
    altered(context, name, Some(new Tables(context.session).suffix(name)), columns)(change)

  /** Changes what is known of a table. If its columns are unknown, they stay unknown. The event has the columns before
    * the command until the command has succeeded.
    */
  private def altered(
      context: RuleContext,
      name: TableIdentifier,
      suffix: Option[String],
      columns: Vector[(String, Int)] = Vector.empty
  )(change: SeenTable => SeenTable): Scope = {
    val tables = new Tables(context.session)
    val altered = for (before <- table(context, name); t <- context.session.tables(name)) yield {
      val changed = change(t)
      val known = if (t.schema.isEmpty) changed.copy(schema = t.schema) else changed
      context.afterSuccess(context.session.tables.remember(name, known))
      val after = tables.named(name, Some(known))
      val dataset = after.copy(schema = before.schema, lifecycle = Some(Lifecycle.Alter))
      Target(dataset, suffix, schemaAfter = Some(after.schema))
    }
    WriteLineage.tableCommand(context, altered, columns)
  }
}

/** Extracts the name of `DROP TABLE` and `DROP VIEW` in the session catalog, and whether the statement has
  * `IF EXISTS`. Tables are dropped through the V2 interface of the session catalog, unless a setting
  * changes this.
  */
private object DropOf {
  def unapply(plan: LogicalPlan): Option[(TableIdentifier, Boolean)] = plan match {
    case c: DropTableCommand => Some(c.tableName -> c.ifExists)
    case d: DropTable => inSessionCatalog(d.child).map(_ -> d.ifExists)
    case d: DropView => inSessionCatalog(d.child).map(_ -> d.ifExists)
    case _ => None
  }

  private def inSessionCatalog(child: LogicalPlan): Option[TableIdentifier] = child match {
    case ResolvedNameOf(r) if r.inSessionCatalog && r.identifier.namespace.length == 1 =>
      Some(TableIdentifier(r.identifier.name, Some(r.identifier.namespace()(0))))
    case _ => None
  }
}

/** Extracts the name of the table from commands that change nothing of its dataset. */
private object OtherAlterCommand {
  def unapply(plan: RunnableCommand): Option[TableIdentifier] = plan match {
    case c: AlterTableSetPropertiesCommand => Some(c.tableName)
    case c: AlterTableUnsetPropertiesCommand => Some(c.tableName)
    case c: AlterTableSerDePropertiesCommand => Some(c.tableName)
    case c: AlterTableSetLocationCommand => Some(c.tableName)
    case c: AlterTableAddPartitionCommand => Some(c.tableName)
    case c: AlterTableDropPartitionCommand => Some(c.tableName)
    case c: AlterTableRenamePartitionCommand => Some(c.tableName)
    case c: RepairTableCommand => Some(c.tableName)
    case c: TruncateTableCommand => Some(c.tableName)
    case c @ Named("AlterTableChangeColumnCommentsCommand") => // from Spark 4.3 on
      Some(new Accessors(c).value[TableIdentifier]("tableName"))
    case _ => None
  }
}
