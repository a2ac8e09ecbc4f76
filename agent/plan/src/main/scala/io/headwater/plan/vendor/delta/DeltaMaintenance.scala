package io.headwater.plan.vendor.delta

import org.apache.hadoop.fs.Path
import org.apache.spark.sql.catalyst.TableIdentifier
import org.apache.spark.sql.catalyst.analysis.ResolvedTable
import org.apache.spark.sql.catalyst.plans.logical.{Command, LogicalPlan}
import org.apache.spark.sql.types.StructType

import io.headwater.model.{Field, Lifecycle}
import io.headwater.plan.graph.Scope
import io.headwater.plan.naming.{JobNameSuffix, Schemas, Tables}
import io.headwater.plan.tables.{DeltaClasses, DeltaTables}
import io.headwater.plan.walk.NodeLineage.Rule
import io.headwater.plan.walk.{NodeLineage, RuleContext, Target, Write}
import io.headwater.plan.writes.WriteLineage
import io.headwater.util.Accessors

/** Delta's commands on a whole table. `OPTIMIZE` and `VACUUM` do not change the rows, so the table is an
  * output without column lineage. `RESTORE` replaces the latest version by an older one.
  */
object DeltaMaintenance {

  private val optimize = "OptimizeTableCommand"
  private val reorg = "DeltaReorgTableCommand"
  private val vacuum = "io.delta.tables.execution.VacuumTableCommand"
  private val tableCommands = Map[String, Option[Lifecycle]](
    "TruncateDeltaTableCommand" -> Some(Lifecycle.Truncate),
    optimize -> None,
    reorg -> None,
    vacuum -> None
  )

  /** What methods of `DeltaTable` run, such as `addFeatureSupport`. Spark's own commands hide those of `ALTER TABLE`. */
  private val alterCommands =
    Vector("SetProperties", "UnsetProperties", "DropFeature").map(c => s"AlterTable${c}DeltaCommand").toSet

  private def nameOf(command: LogicalPlan): String =
    DeltaClasses.Command.unapply(command).getOrElse(command.getClass.getName)

  val rule: Rule = {
    case c if isDryRun(c) => NodeLineage.leaf(WriteLineage.noOutput(_)) // it lists files
    case c if tableCommands.contains(nameOf(c)) =>
      NodeLineage.leaf(maintain(_, c))

    case c @ DeltaClasses.Command("RestoreTableCommand") =>
      NodeLineage.leaf { context =>
        val table = new Accessors(c).value[AnyRef]("sourceTable")
        val schema = new Accessors(table).value[StructType]("schema")
        tableCommand(context, table, schema, Some(Lifecycle.Overwrite))
      }

    case c @ DeltaClasses.Command(name) if alterCommands(name) =>
      NodeLineage.leaf { context =>
        val table = new Accessors(c).value[AnyRef]("table")
        tableCommand(context, table, new Accessors(table).value[StructType]("schema"), Some(Lifecycle.Alter))
      }

    case c @ DeltaClasses.Command("ConvertToDeltaCommand") =>
      NodeLineage.leaf(convert(_, new Accessors(c).value[TableIdentifier]("tableIdentifier")))

    case c: Command if leavesTable(c) => NodeLineage.leaf(WriteLineage.noOutput(_))
  }

  /** @param node the root of a physical plan, which names its command */
  def compacts(node: String): Boolean = node.endsWith(optimize) || node.endsWith(reorg)

  private def maintain(context: RuleContext, command: LogicalPlan): Scope = target(command) match {
    case Some(table) =>
      tableCommand(context, table.table, table.schema, tableCommands(nameOf(command)))
    case None => maintainNamed(context, new Accessors(command))
  }

  /** A command of Delta 2, for Spark 3.3 and 3.4: it has a path, a name or the table itself. */
  private def maintainNamed(context: RuleContext, command: Accessors): Scope = {
    def ofCommand[A](accessor: String): Option[A] = command.ifPresent[Option[A]](accessor).flatten
    val table = command.ifPresent[AnyRef]("target")
    val name = ofCommand[TableIdentifier]("tableId").orElse(ofCommand[TableIdentifier]("table"))
    val dataset = table.map(DeltaTables.ofTable(_, context.session))
      .orElse(ofCommand[String]("path").map(p => DeltaTables.of(None, new Path(p), context.session)))
      .orElse(name.flatMap(DeltaTables.named(_, context.session)))
    if (dataset.isEmpty)
      context.gap("sink", name.fold("the command's table is not resolved")(unseen))
    val target = dataset.map { d =>
      val committed: Write.VersionAt = DeltaTables.committed(context.plan, d, context.session, _)
      Target(
        d.copy(version = None, lifecycle = tableCommands(nameOf(context.plan))),
        JobNameSuffix.ofLocation(d),
        committed
      )
    }
    WriteLineage.tableCommand(context, target)
  }

  private def unseen(name: TableIdentifier): String =
    s"no plan has shown where the table ${name.unquotedString} lies"

  private def convert(context: RuleContext, name: TableIdentifier): Scope = {
    val dataset =
      if (name.table.contains("/")) Some(DeltaTables.of(None, new Path(name.table), context.session))
      else context.session.tables(name).map(t => new Tables(context.session).named(name, Some(t)))
    if (dataset.isEmpty) context.gap("sink", unseen(name))
    val target = dataset.map { d =>
      val committed: Write.VersionAt = DeltaTables.committed(context.plan, d, context.session, _)
      Target(d.copy(lifecycle = Some(Lifecycle.Alter)), JobNameSuffix.ofLocation(d), committed)
    }
    val command = context.plan
    WriteLineage.tableCommand(
      context,
      target,
      () => target.fold(Vector.empty[Field])(t => DeltaTables.columns(command, t.dataset))
    )
  }

  private def tableCommand(
      context: RuleContext,
      table: AnyRef,
      schema: StructType,
      lifecycle: Option[Lifecycle]
  ): Scope = {
    val dataset = DeltaTables.ofTable(table, context.session)
      .copy(schema = Schemas.fields(schema), version = None, lifecycle = lifecycle)
    val committed: Write.VersionAt = DeltaTables.committedVersion(new Accessors(table), context.session, _)
    WriteLineage.tableCommand(context, Some(Target(dataset, JobNameSuffix.ofLocation(dataset), committed)))
  }

  /** The table of a command; that of `REORG TABLE` is not a child. */
  private def target(command: LogicalPlan): Option[ResolvedTable] =
    (command.children ++ new Accessors(command).ifPresent[AnyRef]("target"))
      .collectFirst { case table: ResolvedTable => table }

  private def isDryRun(command: LogicalPlan): Boolean =
    command.getClass.getName == vacuum && new Accessors(command).value[Boolean]("dryRun")

  /** Whether the command is `DESCRIBE HISTORY` or `DESCRIBE DETAIL`, or `GENERATE`, which lists the files of the table for other
    * engines.
    */
  private def leavesTable(command: Command): Boolean =
    DeltaClasses.Command.unapply(command).exists(c => c.startsWith("Describe") || c == "DeltaGenerateCommand")
}
