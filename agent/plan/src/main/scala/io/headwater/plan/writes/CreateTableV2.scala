package io.headwater.plan.writes

import java.util.Locale.ROOT

import org.apache.spark.sql.catalyst.plans.logical._

import io.headwater.model.{Dataset, Field, Lifecycle}
import io.headwater.plan.graph.Scope
import io.headwater.plan.naming.{
  JobNameSuffix,
  NamedDataset,
  NonSessionCatalog,
  PathIdentifiers,
  PlannedTable,
  ResolvedName,
  ResolvedNameOf,
  Schemas,
  TableNames,
  Tables
}
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
    nameOf(context, new Accessors(c)).flatMap { name =>
      val created = dataset(context, name, c)
      created.foreach(d => rememberAtOnce(context, name, d.dataset, ifNotExists))
      if (created.forall(!_.sameAsRead)) context.findings.create(Some(lifecycle), suffix(name))
      created.map { case NamedDataset(d, sameAsRead) =>
        Target(
          d.copy(schema = Schemas.fields(query.output), lifecycle = Some(lifecycle)),
          suffix(name).orElse(JobNameSuffix.ofLocation(d)),
          committed = committed(context, name, d),
          isConditional = ifNotExists,
          isCounted = !TableFormats.countsChanges(options(c), named(name), d),
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
      val schema = Schemas.fields(c.tableSchema)
      nameOf(context, new Accessors(c)).fold(WriteLineage.noOutput(context)) { name =>
        def planned = dataset(context, name, c).map(_.dataset)
        if (ifNotExists) createIfNotExists(context, name, planned, schema)
        else empty(context, name, planned, schema, lifecycle)
      }
    }

  private def like(c: Accessors): NodeLineage =
    NodeLineage.leaf { context =>
      val schema = Schemas.fields(c.value[LogicalPlan]("source").output)
      if (schema.isEmpty) context.gap("sink", UnseenTables.unknownColumns)
      nameOf(context, c).fold(WriteLineage.noOutput(context)) { name =>
        def planned =
          dataset(context, name, c.value[Option[String]]("provider"), c.value[Option[String]]("location"))
            .map(_.dataset)
        if (c.value[Boolean]("ifNotExists")) createIfNotExists(context, name, planned, schema)
        else empty(context, name, planned, schema, Lifecycle.Create)
      }
    }

  /** The name of the new table. Each command has it; what they have in common has it from Spark 3.4 on. */
  private def nameOf(context: RuleContext, command: Accessors): Option[ResolvedName] = {
    val name = Some(command.value[LogicalPlan]("name")).collect { case ResolvedNameOf(name) => name }
    if (name.isEmpty) context.gap("sink", "the new table's name is not resolved")
    name
  }

  /** A table without rows that may have been there, with other columns and in another place. It is an output if the library
    * knows at the end that the statement has created it.
    */
  private def createIfNotExists(
      context: RuleContext,
      name: ResolvedName,
      planned: => Option[Dataset],
      schema: Vector[Field]
  ): Scope =
    if (isKnown(context, name)) WriteLineage.noOutput(context)
    else if (!TableFormats.knowsCreation(named(name), context.session)) unknownExistence(context, name)
    else
      planned.fold(unknownExistence(context, name)) { d =>
        val dataset = d.copy(schema = schema, lifecycle = Some(Lifecycle.Create))
        val target =
          Target(dataset, suffix(name).orElse(JobNameSuffix.ofLocation(d)), committed(context, name, d))
        WriteLineage.conditionalCommand(context, target) { time =>
          val isCreated =
            TableFormats.creation(named(name), d, context.session).exists(!_.isBefore(time.start))
          if (isCreated) remember(context, name, d, ifNotExists = true)
          isCreated
        }
      }

  private def unknownExistence(context: RuleContext, name: ResolvedName): Scope = {
    context.findings.create(None, suffix(name)) // the job has the table in its name all the same
    context.gap("sink", UnseenTables.unknownExistence)
    WriteLineage.noOutput(context)
  }

  /** Whether an earlier plan has shown the table. */
  private def isKnown(context: RuleContext, name: ResolvedName): Boolean =
    context.session.tables.dataset(name.catalog.name, name.identifier).nonEmpty

  private def empty(
      context: RuleContext,
      name: ResolvedName,
      planned: Option[Dataset],
      schema: Vector[Field],
      lifecycle: Lifecycle
  ): Scope = {
    planned.foreach(d => context.afterSuccess(remember(context, name, d, ifNotExists = false)))
    val created = planned.getOrElse(datasetByName(context, name))
      .copy(schema = schema, lifecycle = Some(lifecycle))
    val target =
      Target(
        created,
        suffix(name).orElse(JobNameSuffix.ofLocation(created)),
        committed(context, name, created)
      )
    if (schema.isEmpty) WriteLineage.tableCommand(context, Some(target), columnsAtLocation(name, created))
    else WriteLineage.tableCommand(context, Some(target))
  }

  /** The columns of a table whose statement gives none: `CREATE TABLE t USING delta LOCATION '/a/table'`. */
  private def columnsAtLocation(name: ResolvedName, created: Dataset): () => Vector[Field] =
    () => TableFormats.createdColumns(named(name), created)

  private def named(name: ResolvedName): PlannedTable =
    PlannedTable(name.catalog, name.catalog.name, name.identifier, None, None)

  /** Remembers a table before the statement has succeeded: the write inside the statement needs it. */
  private def rememberAtOnce(
      context: RuleContext,
      name: ResolvedName,
      created: Dataset,
      ifNotExists: Boolean
  ): Unit = {
    val tables = context.session.tables
    val (catalog, identifier) = (name.catalog.name, name.identifier)
    val before = tables.dataset(catalog, identifier)
    context.afterFailure(
      before.fold(tables.forget(catalog, identifier))(tables.remember(catalog, identifier, _))
    )
    remember(context, name, created, ifNotExists)
  }

  /** A table that is known stays as it is if the statement may have done nothing. */
  private def remember(
      context: RuleContext,
      name: ResolvedName,
      created: Dataset,
      ifNotExists: Boolean
  ): Unit =
    if (!ifNotExists || !isKnown(context, name))
      context.session.tables.remember(name.catalog.name, name.identifier, created)

  /** The class of `tableSpec` is another one from Spark 3.5 on. */
  private def dataset(
      context: RuleContext,
      name: ResolvedName,
      c: V2CreateTablePlan
  ): Option[NamedDataset] = {
    val spec = new Accessors(new Accessors(c).value[AnyRef]("tableSpec"))
    def option(name: String) = spec.value[Option[String]](name)
    val replaces = c match {
      case _: ReplaceTable | _: ReplaceTableAsSelect => option("location").isEmpty
      case _ => false
    }
    dataset(context, name, option("provider"), option("location"), option("comment"), replaces)
  }

  private def dataset(
      context: RuleContext,
      name: ResolvedName,
      provider: Option[String],
      location: Option[String],
      comment: Option[String] = None,
      replaces: Boolean = false
  ): Option[NamedDataset] = {
    val table =
      PlannedTable(
        name.catalog,
        name.catalog.name,
        name.identifier,
        provider.map(_.toLowerCase(ROOT)),
        location.map(Tables.path),
        replaces
      )
    val hasFolder = provider.forall(FileProviders.contains)
    val planned =
      if (replaces && TableFormats.keepsLocation(table)) replaced(context, table)
      else TableFormats.planned(table, context.session)
    planned.map(NamedDataset(_, sameAsRead = true)).orElse(defaultDataset(context, table, hasFolder))
      .map(n => n.copy(dataset = n.dataset.copy(comment = n.dataset.comment.orElse(comment))))
  }

  /** A table that stays where it lies. If it is not known whether there is one, it is as a new table. */
  private def replaced(context: RuleContext, table: PlannedTable): Option[Dataset] = {
    val session = context.session
    val name = TableNames.of(table.identifier)
    def inCatalog =
      if (table.catalogName != SeenTables.sessionCatalog) None
      else ExistingTables.location(context, name)
    session.tables.dataset(table.catalogName, table.identifier) match {
      case Some(seen) =>
        val created =
          TableFormats.planned(table, session).getOrElse(seen.copy(version = None, comment = None))
        Some(created.copy(id = seen.id, symlinks = seen.symlinks))
      case None => TableFormats.planned(table.copy(location = inCatalog), session)
    }
  }

  /** The dataset of a table whose location its catalog will choose. No write follows that would show the
    * location.
    */
  private def datasetByName(context: RuleContext, name: ResolvedName): Dataset = {
    context.gap("sink", UnseenTables.unknownNewLocation)
    UnseenTables.datasetByName(context, name)
      .fold(PathIdentifiers.dataset(name.catalog.name, name.identifier, context.session))(_.dataset)
  }

  /** The dataset of a table in the session catalog, or in a catalog of an unknown library. That library may give the table
    * another name, by the table's properties or its class, once there is a table.
    *
    * @param hasFolder
    *   whether the session catalog would give the table a folder for its rows
    */
  private def defaultDataset(
      context: RuleContext,
      table: PlannedTable,
      hasFolder: Boolean
  ): Option[NamedDataset] =
    if (
      table.catalogName == SeenTables.sessionCatalog && hasFolder && !NonSessionCatalog.isUnity(table.catalog)
    ) {
      val name = TableNames.of(table.identifier)
      Some(NamedDataset(new Tables(context.session).planned(name, table.location), sameAsRead = true))
    } else if (TableFormats.ownsCatalog(table.catalog)) None
    else {
      val byName = PathIdentifiers.dataset(table.catalogName, table.identifier, context.session)
      Some(NamedDataset(byName, sameAsRead = false))
    }

  private def committed(context: RuleContext, name: ResolvedName, created: Dataset): Write.VersionAt =
    TableFormats.createdVersion(named(name), created, context.session, _)

  private def suffix(name: ResolvedName): Option[String] = JobNameSuffix.ofName(name.identifier)
}
