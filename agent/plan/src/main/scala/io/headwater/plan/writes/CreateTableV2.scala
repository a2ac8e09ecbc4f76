package io.headwater.plan.writes

import java.util.Locale.ROOT

import org.apache.spark.sql.catalyst.plans.logical._

import io.headwater.model.{Dataset, Field, Lifecycle}
import io.headwater.plan.graph.Scope
import io.headwater.plan.naming.{
  Hierarchy,
  Identifiers,
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
    WriteRule.toDataset(query, _ => query.output.map(_.name)) { context =>
      val name = nameOf(c)
      val created = dataset(context, c)
      created.foreach(rememberAtOnce(context, name, _, ifNotExists))
      if (created.isEmpty) context.findings.create(Some(lifecycle), suffix(name))
      created.map { d =>
        Target(
          d.copy(schema = Schemas.fields(query.output), lifecycle = Some(lifecycle)),
          suffix(name).orElse(WriteRule.suffix(d)),
          committed = committed(context, name, d),
          isConditional = ifNotExists
        )
      }
    }

  private def withoutRows(
      c: V2CreateTablePlan,
      lifecycle: Lifecycle,
      ifNotExists: Boolean = false
  ): NodeLineage =
    NodeLineage.leaf { context =>
      val (name, schema) = (nameOf(c), Schemas.fields(c.tableSchema))
      if (ifNotExists) createIfNotExists(context, name, dataset(context, c), schema)
      else empty(context, name, dataset(context, c), schema, lifecycle)
    }

  private def like(c: Accessors): NodeLineage =
    NodeLineage.leaf { context =>
      val schema = Schemas.fields(c.value[LogicalPlan]("source").output)
      val name = c.value[LogicalPlan]("name")
      def planned =
        dataset(context, name, c.value[Option[String]]("provider"), c.value[Option[String]]("location"))
      if (schema.isEmpty) context.gap("sink", UnseenTables.unknownColumns)
      if (c.value[Boolean]("ifNotExists")) createIfNotExists(context, name, planned, schema)
      else empty(context, name, planned, schema, Lifecycle.Create)
    }

  /** A table without rows that may have been there, with other columns and in another place. It is an output if the library
    * knows at the end that the statement has created it.
    */
  private def createIfNotExists(
      context: RuleContext,
      name: LogicalPlan,
      planned: => Option[Dataset],
      schema: Vector[Field]
  ): Scope = name match {
    case _ if isKnown(context, name) => WriteRule.noOutput(context)
    case ResolvedNameOf(n) if TableFormats.knowsCreation(named(n), context.session) =>
      planned.fold(unknownExistence(context, name)) { d =>
        val dataset = d.copy(schema = schema, lifecycle = Some(Lifecycle.Create))
        val target = Target(dataset, suffix(name).orElse(WriteRule.suffix(d)), committed(context, name, d))
        WriteRule.conditionalCommand(context, target) { time =>
          val isCreated =
            TableFormats.creation(named(n), d, context.session).exists(!_.isBefore(time.start))
          if (isCreated) remember(context, name, d, ifNotExists = true)
          isCreated
        }
      }
    case _ => unknownExistence(context, name)
  }

  private def unknownExistence(context: RuleContext, name: LogicalPlan): Scope = {
    context.findings.create(None, suffix(name)) // the job has the table in its name all the same
    context.gap("sink", UnseenTables.unknownExistence)
    WriteRule.noOutput(context)
  }

  /** Whether an earlier plan has shown the table. */
  private def isKnown(context: RuleContext, name: LogicalPlan): Boolean = name match {
    case ResolvedNameOf(n) => context.session.tables.dataset(n.catalog.name, n.identifier).nonEmpty
    case _ => false
  }

  private def empty(
      context: RuleContext,
      name: LogicalPlan,
      planned: Option[Dataset],
      schema: Vector[Field],
      lifecycle: Lifecycle
  ): Scope = {
    planned.foreach(d => context.afterSuccess(remember(context, name, d, ifNotExists = false)))
    val created = planned.orElse(datasetByName(context, name))
      .map(_.copy(schema = schema, lifecycle = Some(lifecycle)))
    val target =
      created.map(d => Target(d, suffix(name).orElse(WriteRule.suffix(d)), committed(context, name, d)))
    target.filter(_.dataset.schema.isEmpty) match {
      case Some(t) => WriteRule.tableCommand(context, target, columnsAtLocation(name, t.dataset))
      case None => WriteRule.tableCommand(context, target)
    }
  }

  /** The columns of a table whose statement gives none: `CREATE TABLE t USING delta LOCATION '/a/table'`. */
  private def columnsAtLocation(name: LogicalPlan, created: Dataset): () => Vector[Field] = name match {
    case ResolvedNameOf(n) => () => TableFormats.createdColumns(named(n), created)
    case _ => () => Vector.empty
  }

  private def named(name: ResolvedName): PlannedTable =
    PlannedTable(name.catalog, name.catalog.name, name.identifier, None, None)

  /** Remembers a table before the statement has succeeded: the write inside the statement needs it. */
  private def rememberAtOnce(
      context: RuleContext,
      name: LogicalPlan,
      created: Dataset,
      ifNotExists: Boolean
  ): Unit = {
    val tables = context.session.tables
    name match {
      case ResolvedNameOf(n) =>
        val (catalog, identifier) = (n.catalog.name, n.identifier)
        val before = tables.dataset(catalog, identifier)
        context.afterFailure(
          before.fold(tables.forget(catalog, identifier))(tables.remember(catalog, identifier, _))
        )
      case _ => ()
    }
    remember(context, name, created, ifNotExists)
  }

  /** A table that is known stays as it is if the statement may have done nothing. */
  private def remember(
      context: RuleContext,
      name: LogicalPlan,
      created: Dataset,
      ifNotExists: Boolean
  ): Unit =
    name match {
      case ResolvedNameOf(n) =>
        if (!ifNotExists || !isKnown(context, name))
          context.session.tables.remember(n.catalog.name, n.identifier, created)
      case _ => ()
    }

  /** The plan of the name. Each command has it; what they have in common has it from Spark 3.4 on. */
  private def nameOf(c: V2CreateTablePlan): LogicalPlan = new Accessors(c).value[LogicalPlan]("name")

  /** The class of `tableSpec` is another one from Spark 3.5 on. */
  private def dataset(context: RuleContext, c: V2CreateTablePlan): Option[Dataset] = {
    val spec = new Accessors(new Accessors(c).value[AnyRef]("tableSpec"))
    def option(name: String) = spec.value[Option[String]](name)
    val replaces = c match {
      case _: ReplaceTable | _: ReplaceTableAsSelect => option("location").isEmpty
      case _ => false
    }
    dataset(context, nameOf(c), option("provider"), option("location"), option("comment"), replaces)
  }

  private def dataset(
      context: RuleContext,
      name: LogicalPlan,
      provider: Option[String],
      location: Option[String],
      comment: Option[String] = None,
      replaces: Boolean = false
  ): Option[Dataset] = name match {
    case ResolvedNameOf(name) =>
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
      planned.orElse(defaultDataset(context, table, hasFolder))
        .map(d => d.copy(comment = d.comment.orElse(comment)))
    case _ =>
      context.gap("sink", "the new table's name is not resolved")
      None
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
  private def datasetByName(context: RuleContext, name: LogicalPlan): Option[Dataset] = name match {
    case ResolvedNameOf(name) =>
      context.gap("sink", UnseenTables.unknownNewLocation)
      Some(UnseenTables.datasetByName(context, name)
        .fold(Hierarchy.named(name.catalog.name, name.identifier))(_.dataset))
    case _ => None
  }

  /** The dataset of a table in the session catalog, or in a catalog of an unknown library.
    *
    * @param hasFolder
    *   whether the session catalog would give the table a folder for its rows
    */
  private def defaultDataset(
      context: RuleContext,
      table: PlannedTable,
      hasFolder: Boolean
  ): Option[Dataset] =
    if (table.catalogName == SeenTables.sessionCatalog && hasFolder) {
      val name = TableNames.of(table.identifier)
      Some(new Tables(context.session).planned(name, table.location))
    } else if (TableFormats.ownsCatalog(table.catalog)) None
    else Some(Hierarchy.named(table.catalogName, table.identifier))

  private def committed(context: RuleContext, name: LogicalPlan, created: Dataset): Write.VersionAt =
    name match {
      case ResolvedNameOf(n) =>
        val table = named(n)
        TableFormats.createdVersion(table, created, context.session, _)
      case _ => Write.unversioned
    }

  private def suffix(name: LogicalPlan): Option[String] =
    Some(name).collect { case ResolvedNameOf(n) => n.identifier }.flatMap(Identifiers.suffixOfName)
}
