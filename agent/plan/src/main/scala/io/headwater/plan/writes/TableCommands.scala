package io.headwater.plan.writes

import java.net.URI

import org.apache.hadoop.fs.Path
import org.apache.spark.sql.catalyst.TableIdentifier
import org.apache.spark.sql.catalyst.analysis.ResolvedIdentifier
import org.apache.spark.sql.catalyst.plans.logical.{DropTable, DropView, LogicalPlan}
import org.apache.spark.sql.connector.catalog.Identifier
import org.apache.spark.sql.execution.command._
import org.apache.spark.sql.types.StructType

import io.headwater.model.{Dataset, Lifecycle}
import io.headwater.plan.graph.Scope
import io.headwater.plan.naming.{Called, Hierarchy, PlannedTable, Tables}
import io.headwater.plan.session.SeenTable
import io.headwater.plan.tables.TableFormats
import io.headwater.plan.walk.NodeLineage.Rule
import io.headwater.plan.walk.{NodeLineage, RuleContext}
import io.headwater.util.Accessors

/** Statements on a whole table of Spark's own catalog: `ALTER`, `RENAME`, `TRUNCATE`, `DROP`, `MSCK REPAIR`. They hold
  * the table's name alone: where it lies is known from the plans before; where it is not, the dataset goes by the
  * table's name in the catalog.
  */
object TableCommands {
  val rule: Rule = {
    case DropOf(name, ifExists) => NodeLineage.leaf(dropped(_, name, ifExists))
    case c: AlterTableRenameCommand => NodeLineage.leaf(context => renamed(context, c))
    case c: TruncateTableCommand if c.partitionSpec.isEmpty =>
      NodeLineage.leaf { context =>
        val dataset = new Tables(context.session).named(c.tableName)
        write(context, dataset.copy(lifecycle = Some(Lifecycle.Truncate)), WriteRule.suffix(dataset))
      }

    case c: AlterTableAddColumnsCommand =>
      NodeLineage.leaf(altered(_, c.table)(t => t.copy(schema = StructType(t.schema.fields ++ c.colsToAdd))))
    case c: AlterTableChangeColumnCommand =>
      NodeLineage.leaf(altered(_, c.tableName) { t =>
        t.copy(schema =
          StructType(t.schema.fields.map(f =>
            if (f.name.equalsIgnoreCase(c.columnName)) c.newColumn else f
          ))
        )
      })
    case c: AlterTableSetLocationCommand if c.partitionSpec.isEmpty =>
      NodeLineage.leaf(altered(
        _,
        c.tableName
      )(_.copy(location = Some(Tables.uri(c.location)), managed = false)))
    case AlteredOtherwise(name) => NodeLineage.leaf(altered(_, name)(identity))
  }

  /** A table that no plan has shown may have been there or not; without `IF EXISTS` it was, or the statement fails. */
  private def dropped(context: RuleContext, name: TableIdentifier, ifExists: Boolean): Scope = {
    val seen = context.session.tables(name)
    val planned = Identifier.of(Array(Tables.database(name)), name.table)
    val made = context.session.tables.dataset(Hierarchy.session, planned) // as Delta's are, by a plan of V2
    context.session.tables.forget(Hierarchy.session, planned)
    if (seen.isEmpty && made.nonEmpty) {
      val gone = made.map(Unseen.gone(_).copy(lifecycle = Some(Lifecycle.Drop)))
      WriteRule.whole(context, gone.map(Target(_, Some(new Tables(context.session).suffix(name)))))
    } else if (seen.isEmpty && ifExists) {
      context.gap("sink", "whether there was anything to drop is not known")
      WriteRule.nothing(context)
    } else {
      if (seen.isEmpty && !context.plan.isInstanceOf[DropView]) context.gap("sink", Unseen.dropped)
      val done = written(context, name, Lifecycle.Drop)
      context.session.tables.forget(name)
      done
    }
  }

  private def renamed(context: RuleContext, c: AlterTableRenameCommand): Scope = {
    val tables = new Tables(context.session)
    val name = TableIdentifier(c.newName.table, c.newName.database.orElse(c.oldName.database))
    val old = tables.named(c.oldName)
    val moved = context.session.tables(c.oldName).map { t =>
      if (t.managed)
        t.copy(location = t.location.orElse(tables.managed(c.oldName)).map(sibling(_, name.table)))
      else t
    }
    moved.foreach(context.session.tables.remember(name, _))
    context.session.tables.forget(c.oldName)
    val dataset = tables.named(name)
    val from = if (dataset.id == old.id) tables.view(c.oldName) else old.id
    write(context, dataset.copy(lifecycle = Some(Lifecycle.Rename(from))), Some(tables.suffix(name)))
  }

  /** A managed table moves with its name. */
  private def sibling(location: URI, name: String): URI = new Path(new Path(location).getParent, name).toUri

  /** A table whose columns no plan has shown still has none afterwards. */
  private def altered(context: RuleContext, name: TableIdentifier)(change: SeenTable => SeenTable): Scope = {
    context.session.tables(name).foreach { t =>
      val changed = change(t)
      val known = if (t.schema.isEmpty) changed.copy(schema = t.schema) else changed
      context.session.tables.remember(name, known)
    }
    written(context, name, Lifecycle.Alter)
  }

  private def written(context: RuleContext, name: TableIdentifier, lifecycle: Lifecycle): Scope = {
    val tables = new Tables(context.session)
    write(context, tables.named(name).copy(lifecycle = Some(lifecycle)), Some(tables.suffix(name)))
  }

  private def write(context: RuleContext, dataset: Dataset, suffix: Option[String]): Scope =
    WriteRule.whole(context, Some(Target(dataset, suffix)))
}

/** `DROP TABLE` and `DROP VIEW` in Spark's own catalog, and whether `IF EXISTS` stands there. Tables are dropped through
  * the V2 interface of that catalog, unless a setting says otherwise.
  */
private object DropOf {
  def unapply(plan: LogicalPlan): Option[(TableIdentifier, Boolean)] = plan match {
    case c: DropTableCommand => Some(c.tableName -> c.ifExists)
    case d: DropTable => session(d.child).map(_ -> d.ifExists)
    case d: DropView => session(d.child).map(_ -> d.ifExists)
    case _ => None
  }

  private def session(child: LogicalPlan): Option[TableIdentifier] = child match {
    case r: ResolvedIdentifier if r.catalog.name == Hierarchy.session && r.identifier.namespace.length == 1 =>
      Some(TableIdentifier(r.identifier.name, Some(r.identifier.namespace()(0))))
    case _ => None
  }
}

/** What is told of tables that no plan of the application has shown. */
private[writes] object Unseen {
  val liked = "no plan has shown the table that the new one is like: its columns are not known"
  val created = "nobody can know yet where the new table will lie: it goes by its name in the catalog"
  val dropped = "no plan has shown where the table lay: it goes by its name in the catalog"

  /** A table as its catalog calls it, where that is all that is known. */
  def called(context: RuleContext, name: ResolvedIdentifier): Option[Called] = {
    val table = PlannedTable(name.catalog, name.catalog.name, name.identifier, None, None)
    TableFormats.called(table, context.session).map(c =>
      c.copy(dataset = c.dataset.copy(hierarchy = Hierarchy.of(table.catalogName, table.identifier)))
    )
  }

  /** A table that is dropped, of what is known of it. */
  def gone(table: Dataset): Dataset = table.copy(storage = None, version = None, owner = None, comment = None)
}

/** Statements that alter a table in ways that show in no dataset beyond the fact itself. */
private object AlteredOtherwise {
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
    case c if c.getClass.getSimpleName == "AlterTableChangeColumnCommentsCommand" => // from Spark 4.3 on
      Some(new Accessors(c).value[TableIdentifier]("tableName"))
    case _ => None
  }
}
