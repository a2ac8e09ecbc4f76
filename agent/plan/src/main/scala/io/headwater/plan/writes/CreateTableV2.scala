package io.headwater.plan.writes

import org.apache.spark.sql.catalyst.plans.logical._

import io.headwater.model.{Dataset, Field, Lifecycle}
import io.headwater.plan.graph.Scope
import io.headwater.plan.naming.{JobNameSuffix, NamedDataset, PlannedTable, Schemas, TableNames}
import io.headwater.plan.session.SeenTables
import io.headwater.plan.tables.TableFormats
import io.headwater.plan.walk.NodeLineage.Rule
import io.headwater.plan.walk.{NodeLineage, RuleContext, Target, Write}
import io.headwater.util.{Accessors, Named}

/** `CREATE TABLE` and `CREATE OR REPLACE TABLE` in a V2 catalog, with `AS SELECT`, with `LIKE`, and with
  * columns. The location comes from the statement or from the convention of the library. If it is not known
  * yet, the write inside the statement provides it.
  */
object CreateTableV2 {
  val rule: Rule = {
    case c: CreateTableAsSelect => asSelect(c, c.query, Lifecycle.Create, c.ignoreIfExists)
    case r: ReplaceTableAsSelect => asSelect(r, r.query, Lifecycle.Overwrite)
    case c: CreateTable => withoutRows(c, Lifecycle.Create, c.ignoreIfExists)
    case r: ReplaceTable => withoutRows(r, Lifecycle.Overwrite)
    case c @ Named("CreateTableLike") => like(new Accessors(c)) // from Spark 4.2 on
  }

  /** A statement with a query. If the catalog chooses the place of the table, the write inside the statement shows it. If
    * the table can exist already (`IF NOT EXISTS`), that write shows that it did not.
    */
  private def asSelect(
      c: V2CreateTablePlan,
      query: LogicalPlan,
      lifecycle: Lifecycle,
      ifNotExists: Boolean = false
  ): NodeLineage =
    WriteLineage.toDataset(query, _ => query.output.map(_.name))(
      target(_, c, query, lifecycle, ifNotExists)
    )

  /** A statement that may leave the table its columns. */
  private[plan] def overwrite(r: ReplaceTableAsSelect)(columns: WriteLineage.ColumnsAt): NodeLineage =
    WriteLineage.toNewTable(r.query, target(_, r, r.query, Lifecycle.Overwrite, ifNotExists = false))(columns)

  private def target(
      context: RuleContext,
      c: V2CreateTablePlan,
      query: LogicalPlan,
      lifecycle: Lifecycle,
      ifNotExists: Boolean
  ): Option[Target] =
    NewTableV2.of(context, c).flatMap { t =>
      val table = t.table
      val created = t.written
      t.planned.foreach(d => rememberAtOnce(context, table, d.dataset, ifNotExists))
      if (created.forall(!_.sameAsRead)) context.findings.create(Some(lifecycle), suffix(table))
      created.map { case NamedDataset(d, sameAsRead) =>
        Target(
          d.copy(schema = Schemas.fields(query.output), lifecycle = Some(lifecycle)),
          suffix(table).orElse(JobNameSuffix.ofLocation(d)),
          committed = committed(context, table, d),
          isConditional = ifNotExists,
          isCounted = !TableFormats.countsChanges(options(c), table, d),
          isProvisional = !sameAsRead
        )
      }
    }

  /** The options of the write. */
  private[plan] def options(c: V2CreateTablePlan): Map[String, String] = WriteToV2.options(c)

  private def withoutRows(
      c: V2CreateTablePlan,
      lifecycle: Lifecycle,
      ifNotExists: Boolean = false
  ): NodeLineage =
    NodeLineage.leaf { context =>
      val table = NewTableV2.of(context, c)
      withoutRows(context, table, Schemas.fields(c.tableSchema), lifecycle, ifNotExists)
    }

  private def like(c: Accessors): NodeLineage =
    NodeLineage.leaf { context =>
      val schema = Schemas.fields(c.value[LogicalPlan]("source").output)
      if (schema.isEmpty) context.gap("sink", UnseenTables.unknownColumns)
      val table = NewTableV2.like(context, c)
      withoutRows(context, table, schema, Lifecycle.Create, c.value[Boolean]("ifNotExists"))
    }

  private def withoutRows(
      context: RuleContext,
      table: Option[NewTableV2],
      schema: Vector[Field],
      lifecycle: Lifecycle,
      ifNotExists: Boolean
  ): Scope = table match {
    case Some(t) if ifNotExists => createIfNotExists(context, t, schema)
    case Some(t) => empty(context, t, schema, lifecycle)
    case None => WriteLineage.noOutput(context)
  }

  /** A table without rows that may have been there, with other columns and in another place. It is an output if the library
    * knows at the end that the statement has created it.
    */
  private def createIfNotExists(context: RuleContext, t: NewTableV2, schema: Vector[Field]): Scope = {
    val table = t.table
    if (isKnown(context, table)) WriteLineage.noOutput(context)
    else if (!TableFormats.knowsCreation(table, context.session)) unknownExistence(context, table)
    else
      t.planned.map(_.dataset).fold(unknownExistence(context, table)) { d =>
        val dataset = d.copy(schema = schema, lifecycle = Some(Lifecycle.Create))
        val target =
          Target(dataset, suffix(table).orElse(JobNameSuffix.ofLocation(d)), committed(context, table, d))
        WriteLineage.conditionalCommand(context, target) { time =>
          val isCreated =
            TableFormats.creation(table, d, context.session).exists(!_.isBefore(time.start))
          if (isCreated) remember(context, table, d, ifNotExists = true)
          isCreated
        }
      }
  }

  private def unknownExistence(context: RuleContext, table: PlannedTable): Scope = {
    context.findings.create(None, suffix(table)) // the job has the table in its name all the same
    context.gap("sink", UnseenTables.unknownExistence)
    WriteLineage.noOutput(context)
  }

  /** Whether an earlier plan has shown the table. */
  private def isKnown(context: RuleContext, table: PlannedTable): Boolean =
    context.session.tables.dataset(table.catalogName, table.identifier).nonEmpty

  private def empty(
      context: RuleContext,
      t: NewTableV2,
      schema: Vector[Field],
      lifecycle: Lifecycle
  ): Scope = {
    val planned = t.planned.map(_.dataset)
    planned.foreach(d => context.afterSuccess(remember(context, t.table, d, ifNotExists = false)))
    val created = planned.getOrElse(t.byName.dataset).copy(schema = schema, lifecycle = Some(lifecycle))
    val target =
      Target(
        created,
        suffix(t.table).orElse(JobNameSuffix.ofLocation(created)),
        committed(context, t.table, created)
      )
    // without columns: CREATE TABLE t USING delta LOCATION '/a/table'
    if (schema.nonEmpty) WriteLineage.tableCommand(context, Some(target))
    else
      WriteLineage.tableCommand(
        context,
        Some(target),
        () => TableFormats.createdColumns(t.table, created)
      )
  }

  /** Remembers a table before the statement has succeeded: the write inside the statement needs it. If the table was not known
    * and can have existed, it is what that write or a later plan shows.
    */
  private def rememberAtOnce(
      context: RuleContext,
      table: PlannedTable,
      created: Dataset,
      ifNotExists: Boolean
  ): Unit = {
    val tables = context.session.tables
    val (catalog, identifier) = (table.catalogName, table.identifier)
    val before = tables.dataset(catalog, identifier)
    context.afterFailure(
      before.fold(tables.forget(catalog, identifier))(tables.remember(catalog, identifier, _))
    )
    if (ifNotExists && before.isEmpty)
      context.afterSuccess(
        if (tables.dataset(catalog, identifier).contains(created) && !isCreated(context, table, created))
          tables.forget(catalog, identifier)
      )
    remember(context, table, created, ifNotExists)
  }

  /** Whether the library or the session catalog says that the table is no older than the statement. */
  private def isCreated(context: RuleContext, table: PlannedTable, created: Dataset): Boolean =
    context.session.started.exists { start =>
      TableFormats.creation(table, created, context.session).exists(!_.isBefore(start)) ||
      (table.catalogName == SeenTables.sessionCatalog &&
        ExistingTables.isNew(context, TableNames.of(table.identifier)))
    }

  /** A table that is known stays as it is if the statement may have done nothing. */
  private def remember(
      context: RuleContext,
      table: PlannedTable,
      created: Dataset,
      ifNotExists: Boolean
  ): Unit =
    if (!ifNotExists || !isKnown(context, table))
      context.session.tables.remember(table.catalogName, table.identifier, created)

  private def committed(context: RuleContext, table: PlannedTable, created: Dataset): Write.VersionAt =
    TableFormats.createdVersion(table, created, context.session, _)

  private def suffix(table: PlannedTable): Option[String] = JobNameSuffix.ofName(table.identifier)
}
