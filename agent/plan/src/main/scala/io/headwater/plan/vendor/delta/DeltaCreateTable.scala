package io.headwater.plan.vendor.delta

import org.apache.hadoop.fs.Path
import org.apache.spark.sql.SaveMode
import org.apache.spark.sql.catalyst.catalog.CatalogTable
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan
import org.apache.spark.sql.types.StructType

import io.headwater.model.Dataset
import io.headwater.plan.graph.Scope
import io.headwater.plan.naming.{JobNameSuffix, Locations, Schemas, Tables}
import io.headwater.plan.session.SessionContext
import io.headwater.plan.tables.{DeltaClasses, DeltaTables}
import io.headwater.plan.walk.NodeLineage.Rule
import io.headwater.plan.walk.{NodeLineage, RuleContext, Target, Write}
import io.headwater.plan.writes.{CreateTable, ExistingTables, SaveModeLifecycle, WriteLineage}
import io.headwater.util.Accessors

/** `CREATE TABLE copy SHALLOW CLONE t`, also with `OR REPLACE`, and `CREATE TABLE u LIKE t`, for which Delta has a command
  * of its own. Each column of a clone comes from the column of the same name.
  */
object DeltaCreateTable {
  val rule: Rule = {
    case CommandOf(create, Some(query @ DeltaClasses.Command("CloneTableCommand"))) =>
      created(create)(copied(_, create, new Accessors(query)))
    case CommandOf(create, None) => created(create)(empty(_, create))
  }

  private def created(create: Accessors)(table: RuleContext => Scope): NodeLineage =
    NodeLineage.leaf(context =>
      if (existed(context, create)) WriteLineage.noOutput(context) else table(context)
    )

  private def ifNotExists(create: Accessors): Boolean = create.value[SaveMode]("mode") == SaveMode.Ignore

  /** Whether the table of `IF NOT EXISTS` is known to have existed. */
  private def existed(context: RuleContext, create: Accessors): Boolean =
    ifNotExists(create) && entry(create).exists(t =>
      ExistingTables.existed(context, t.identifier, Some(t.createTime))
    )

  /** The table in the catalog; None if it is named by a path. */
  private def entry(create: Accessors): Option[CatalogTable] =
    if (create.value[Boolean]("tableByPath")) None else Some(create.value[CatalogTable]("table"))

  /** The new table. With `IF NOT EXISTS` it is an output if its log shows at the end that the statement has created it. */
  private def write(
      context: RuleContext,
      create: Accessors,
      created: Dataset,
      columns: Vector[(String, Int)]
  ): Scope = {
    val dataset =
      created.copy(lifecycle = SaveModeLifecycle.ofTable(create.value[SaveMode]("mode")))
    val committed: Write.VersionAt = DeltaTables.committed(context.plan, dataset, context.session, _)
    val target = Target(dataset, JobNameSuffix.ofLocation(dataset), committed)
    if (!ifNotExists(create)) WriteLineage.tableCommand(context, Some(target), columns)
    else WriteLineage.conditionalCommand(context, target, columns)(time =>
      DeltaTables.creation(context.plan, dataset).exists(!_.isBefore(time.start))
    )
  }

  private def empty(context: RuleContext, create: Accessors): Scope = {
    val table = create.value[CatalogTable]("table")
    val dataset = CreateTable.created(context, table, table.schema)
    write(context, create, dataset.copy(storage = DeltaTables.storage), Vector.empty)
  }

  private def copied(context: RuleContext, create: Accessors, clone: Accessors): Scope = {
    val origin = clone.value[AnyRef]("sourceTable")
    val schema = Schemas.fields(new Accessors(origin).value[StructType]("schema"))
    val source = sourceDataset(context, origin).copy(schema = schema)
    context.findings.source(source)
    val created = DeltaTables.of(entry(create), clone.value[Path]("targetPath"), context.session)
      .copy(schema = schema, version = None)
    val columns = schema.map(f => f.name -> context.graph.source(source.id, f.name))
    write(context, create, created, columns)
  }

  private def sourceDataset(context: RuleContext, origin: AnyRef): Dataset = {
    val read = new Accessors(origin)
    val (entry, path) = (read.value[Option[CatalogTable]]("catalogTable"), read.value[Path]("dataPath"))
    if (DeltaClasses.isA(origin, "commands.CloneConvertedSource")) ofFiles(entry, path, context.session)
    else {
      val snapshot = read.value[Option[AnyRef]]("snapshot").map(new Accessors(_))
      DeltaTables.of(entry, path, context.session)
        .copy(version = snapshot.map(_.value[Long]("version").toString))
    }
  }

  /** A table of Parquet or Iceberg, whose files the clone takes over. */
  private def ofFiles(entry: Option[CatalogTable], path: Path, session: SessionContext): Dataset =
    entry.fold(Dataset(Locations.of(session.qualified(path.toUri))))(new Tables(session).dataset(_))

  /** Extracts the command that creates a table, and the command or query inside it. */
  private object CommandOf {
    def unapply(plan: LogicalPlan): Option[(Accessors, Option[LogicalPlan])] = plan match {
      case DeltaClasses.Command("CreateDeltaTableCommand") =>
        val create = new Accessors(plan)
        Some(create -> create.value[Option[LogicalPlan]]("query"))
      case _ => None
    }
  }
}
