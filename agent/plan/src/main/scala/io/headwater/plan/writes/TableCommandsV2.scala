package io.headwater.plan.writes

import org.apache.spark.sql.catalyst.analysis.ResolvedTable
import org.apache.spark.sql.catalyst.catalog.CatalogTable
import org.apache.spark.sql.catalyst.plans.logical._
import org.apache.spark.sql.connector.catalog.Identifier
import org.apache.spark.sql.execution.datasources.v2.DataSourceV2Relation
import org.apache.spark.sql.types.{StructField, StructType}

import io.headwater.model.{Dataset, Field, Lifecycle, QueryTime}
import io.headwater.plan.graph.Scope
import io.headwater.plan.naming.{
  Identifiers,
  JobNameSuffix,
  Locations,
  PathIdentifiers,
  ResolvedName,
  ResolvedNameOf,
  Schemas,
  TableNames,
  TableV2,
  Tables
}
import io.headwater.plan.relations.DataSourceV2Relations
import io.headwater.plan.session.{SeenTables, SessionContext}
import io.headwater.plan.tables.TableFormats
import io.headwater.plan.walk.NodeLineage.Rule
import io.headwater.plan.walk.{NodeLineage, RuleContext, Target, Write}
import io.headwater.util.{Accessors, Attempts, ClassNames}

/** Commands on a whole table in a V2 catalog: `ALTER TABLE`, `COMMENT ON TABLE`, `TRUNCATE`, `RENAME`,
  * `DROP`. The columns after an `ALTER` follow from the plan; the version is read when the command has run.
  */
object TableCommandsV2 {
  val rule: Rule = {
    case ChangeOf(command, table) => NodeLineage.leaf(alter(_, command, table))
    case CheckOf(table, name) => // ALTER TABLE t ADD CONSTRAINT c CHECK (…), from Spark 4.1 on
      NodeLineage.leaf { context =>
        val altered = DataSourceV2Relations.dataset(table, context.session).map(_.copy(version = None))
        write(
          context,
          altered,
          Lifecycle.Alter,
          name,
          DataSourceV2Relations.committedVersion(table, context.session)
        )
      }
    case TruncateOf(table) =>
      NodeLineage.leaf(context =>
        write(
          context,
          dataset(context, table),
          Lifecycle.Truncate,
          table.identifier,
          committed(context, table)
        )
      )
    case PartitionsOf(table) =>
      NodeLineage.leaf(context =>
        write(context, dataset(context, table), Lifecycle.Alter, table.identifier, committed(context, table))
      )
    case RenameOf(table, name) =>
      NodeLineage.leaf(rename(_, table, name))
    case DropV2(name, ifExists) => NodeLineage.leaf(drop(_, name, ifExists))
  }

  private def rename(context: RuleContext, table: ResolvedTable, name: Seq[String]): Scope = {
    val schema = Schemas.fields(table.outputAttributes)
    val to = Identifiers.renamed(table.identifier, name)
    val renamed = for (
      before <- datasetBefore(context, table);
      after <- DataSourceV2Relations.renamed(tableV2(table), to, context.session, schema)
    ) yield {
      context.afterSuccess(rename(context.session, table, to, after))
      val nameBefore = before.symlinks.map(_.id).headOption.getOrElse(before.id)
      val suffix = Some(JobNameSuffix.of(table.identifier))
      RenamedTable.write(context, before, nameBefore, Target(after, suffix)) // it commits no version
    }
    renamed.getOrElse(WriteLineage.noOutput(context))
  }

  private def rename(session: SessionContext, table: ResolvedTable, to: Identifier, after: Dataset): Unit = {
    if (table.catalog.name == SeenTables.sessionCatalog)
      new Tables(session).rename(TableNames.of(table.identifier), TableNames.of(to))
    session.tables.remember(table.catalog.name, to, after)
    session.tables.forget(table.catalog.name, table.identifier)
  }

  private def alter(context: RuleContext, command: AlterTableCommand, table: ResolvedTable): Scope = {
    val read = datasetBefore(context, table)
    val before = read.map(d => at(context, command, d).copy(version = None))
    val after = schemaAfter(context, command, table)
    before.map(_.copy(schema = after)).foreach(altered =>
      context.afterSuccess(context.session.tables.remember(table.catalog.name, table.identifier, altered))
    )
    val columns = read.fold(Vector.empty[(String, Int)])(
      RenamedColumns.written(context, command.changes, table.outputAttributes, _)
    )
    val version = if (isMoved(command)) Write.unversioned
    else TableFormats.alteredVersion(tableV2(table), context.session, _: QueryTime)
    write(context, before, Lifecycle.Alter, table.identifier, version, Some(after), columns)
  }

  /** The table after the command. `SET LOCATION` gives another folder to a table that is named by its folder. */
  private def at(context: RuleContext, command: AlterTableCommand, table: Dataset): Dataset = command match {
    case s: SetTableLocation if isMoved(s) && table.symlinks.nonEmpty =>
      table.copy(id = Locations.of(context.session.qualified(Tables.path(s.location))))
    case _ => table
  }

  /** Whether the command gives the table another folder. It commits nothing there. */
  private def isMoved(command: AlterTableCommand): Boolean = command match {
    case s: SetTableLocation => s.partitionSpec.isEmpty
    case _ => false
  }

  private def schemaAfter(
      context: RuleContext,
      command: AlterTableCommand,
      table: ResolvedTable
  ): Vector[Field] = {
    val before =
      StructType(table.outputAttributes.map(a => StructField(a.name, a.dataType, a.nullable, a.metadata)))
    val after = Attempts.caught(SchemaChanges.after(command.changes, before)).toOption
    if (after.isEmpty) context.gap("sink", "the columns after the command are not known")
    after.fold(Vector.empty[Field])(Schemas.fields)
  }

  /** A `DROP`. As in the session catalog, the table is known from earlier plans, or else by its name. */
  private[writes] def drop(context: RuleContext, name: ResolvedName, ifExists: Boolean): Scope = {
    val tables = context.session.tables
    val seen = tables.dataset(name.catalog.name, name.identifier)
    if (seen.isEmpty && ifExists) {
      context.gap("sink", UnseenTables.unknownDrop)
      WriteLineage.noOutput(context)
    } else {
      context.afterSuccess(tables.forget(name.catalog.name, name.identifier))
      val droppedDataset = UnseenTables.droppedTable(seen.getOrElse(unseenTable(context, name)))
      write(context, Some(droppedDataset), Lifecycle.Drop, name.identifier)
    }
  }

  private def unseenTable(context: RuleContext, name: ResolvedName): Dataset = {
    val byName = UnseenTables.datasetByName(context, name.planned)
    if (!byName.fold(!TableFormats.ownsCatalog(name.catalog))(_.sameAsRead))
      context.gap("sink", UnseenTables.unknownLocation)
    byName.fold(PathIdentifiers.dataset(name.catalog.name, name.identifier, context.session))(_.dataset)
  }

  private def dataset(context: RuleContext, table: ResolvedTable): Option[Dataset] =
    datasetBefore(context, table).map(_.copy(version = None))

  private def datasetBefore(context: RuleContext, table: ResolvedTable): Option[Dataset] =
    sessionTable(table).map(new Tables(context.session).dataset(_)).orElse(
      DataSourceV2Relations.dataset(tableV2(table), context.session, Schemas.fields(table.outputAttributes))
    )

  /** The table of the session catalog, for a command that Spark has in the V2 form only, such as `COMMENT ON TABLE`. */
  private def sessionTable(table: ResolvedTable): Option[CatalogTable] =
    if (ClassNames.isA(table.table, "org.apache.spark.sql.connector.catalog.V1Table"))
      Some(new Accessors(table.table).value[CatalogTable]("v1Table"))
    else None

  private def committed(context: RuleContext, table: ResolvedTable): Write.VersionAt =
    TableFormats.committedVersion(tableV2(table), context.session, _)

  private def tableV2(table: ResolvedTable): TableV2 =
    TableV2(table.table, Some(table.catalog.name), Some(table.identifier))

  private def write(
      context: RuleContext,
      dataset: Option[Dataset],
      lifecycle: Lifecycle,
      name: Identifier,
      committed: Write.VersionAt = Write.unversioned,
      schemaAfter: Option[Vector[Field]] = None,
      columns: Vector[(String, Int)] = Vector.empty
  ): Scope = {
    val target = dataset.map { d =>
      val suffix = JobNameSuffix.ofName(name).orElse(JobNameSuffix.ofLocation(d))
      Target(d.copy(lifecycle = Some(lifecycle)), suffix, committed, schemaAfter = schemaAfter)
    }
    WriteLineage.tableCommand(context, target, columns)
  }
}

/** Extracts an `ALTER` command and its table. */
private object ChangeOf {
  def unapply(plan: AlterTableCommand): Option[(AlterTableCommand, ResolvedTable)] =
    Some(plan.table).collect { case table: ResolvedTable => plan -> table }
}

/** Extracts the table of an `ADD CONSTRAINT` command. Spark resolves it as a relation. */
private object CheckOf {
  def unapply(plan: LogicalPlan): Option[(DataSourceV2Relation, Identifier)] =
    if (ClassNames.simple(plan) != "AddCheckConstraint") None
    else
      plan.collectLeaves().collectFirst { case table: DataSourceV2Relation => table }
        .flatMap(table => table.identifier.map(table -> _))
}

private object TruncateOf {
  def unapply(plan: TruncateTable): Option[ResolvedTable] =
    Some(plan.table).collect { case table: ResolvedTable => table }
}

/** Extracts the table of a command that changes its partitions. */
private object PartitionsOf {
  def unapply(plan: LogicalPlan): Option[ResolvedTable] = (plan match {
    case _: AddPartitions | _: DropPartitions | _: RenamePartitions | _: TruncatePartition |
        _: RecoverPartitions | _: RepairTable => plan.children.headOption
    case _ => None
  }).collect { case table: ResolvedTable => table }
}

private object RenameOf {
  def unapply(plan: RenameTable): Option[(ResolvedTable, Seq[String])] =
    Some(plan.child).collect { case table: ResolvedTable => table -> plan.newName }
}

private[writes] object DropV2 {
  def unapply(plan: DropTable): Option[(ResolvedName, Boolean)] = Some(plan.child).collect {
    case ResolvedNameOf(name) => name -> plan.ifExists
    case table: ResolvedTable => ResolvedName(table.catalog, table.identifier) -> plan.ifExists // Spark 3.3
  }
}
