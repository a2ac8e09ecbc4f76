package io.headwater.plan.writes

import org.apache.spark.sql.catalyst.plans.logical.{
  AlterViewAs,
  CreateView => CreateViewV2,
  DropView,
  LogicalPlan,
  RenameTable,
  SetViewProperties,
  UnsetViewProperties
}

import io.headwater.model.{Dataset, DatasetKind, Field, Lifecycle}
import io.headwater.plan.graph.Scope
import io.headwater.plan.naming.{
  Hierarchy,
  Identifiers,
  JobNameSuffix,
  ResolvedName,
  ResolvedNameOf,
  ResolvedViewOf,
  Schemas
}
import io.headwater.plan.walk.NodeLineage.Rule
import io.headwater.plan.walk.{NodeLineage, RuleContext, Target}

/** `CREATE`, `ALTER` and `DROP VIEW` in a V2 catalog, which Spark implements from 4.2 on. A view is named
  * by its name in the catalog. A query that uses a view reads the tables of the view.
  */
object ViewsV2 {
  val rule: Rule = {
    case c: CreateViewV2 =>
      val specified = c.userSpecifiedColumns.map(_._1)
      val names = specified ++ c.query.output.map(_.name).drop(specified.size)
      val lifecycle = if (c.replace) Lifecycle.Overwrite else Lifecycle.Create
      WriteLineage.toDataset(c.query, _ => names) { context =>
        name(c.child).map { view =>
          val created = defined(context, view, lifecycle, Schemas.fields(c.query.output, names), c.comment)
          if (c.allowExisting) CreateView.perhapsExisting(context, created) else created
        }
      }
    case a: AlterViewAs =>
      WriteLineage.toDataset(a.query, _ => a.query.output.map(_.name)) { context =>
        name(a.child).map(defined(context, _, Lifecycle.Alter, Schemas.fields(a.query.output), None))
      }
    case d: DropView =>
      NodeLineage.leaf(context =>
        name(d.child).fold(WriteLineage.noOutput(context))(v =>
          drop(context, v, d.ifExists, named(v, Some(Lifecycle.Drop)))
        )
      )
    case RenameTable(ResolvedViewOf(view), to, _) => NodeLineage.leaf(rename(_, view, to))
    case c: SetViewProperties => NodeLineage.leaf(alter(_, c.child))
    case c: UnsetViewProperties => NodeLineage.leaf(alter(_, c.child))
  }

  private def alter(context: RuleContext, view: LogicalPlan): Scope =
    WriteLineage.tableCommand(context, name(view).map(named(_, Some(Lifecycle.Alter))))

  /** The view with the columns of its new definition. */
  private def defined(
      context: RuleContext,
      view: ResolvedName,
      lifecycle: Lifecycle,
      schema: Vector[Field],
      comment: Option[String]
  ): Target = {
    val target = named(view, Some(lifecycle))
    val dataset = target.dataset.copy(schema = schema, comment = comment)
    remember(context, view, dataset)
    target.copy(dataset = dataset)
  }

  /** A `DROP VIEW`. With `IF EXISTS`, a view that no plan has created may not exist. */
  private[plan] def drop(
      context: RuleContext,
      view: ResolvedName,
      ifExists: Boolean,
      dropped: Target
  ): Scope = {
    val tables = context.session.tables
    if (ifExists && tables.dataset(view.catalog.name, view.identifier).isEmpty) {
      context.gap("sink", UnseenTables.unknownDrop)
      WriteLineage.noOutput(context)
    } else {
      context.afterSuccess(tables.forget(view.catalog.name, view.identifier))
      WriteLineage.tableCommand(context, Some(dropped))
    }
  }

  private def rename(context: RuleContext, view: ResolvedName, to: Seq[String]): Scope = {
    val tables = context.session.tables
    val renamed = ResolvedName(view.catalog, Identifiers.renamed(view.identifier, to))
    val known = tables.dataset(view.catalog.name, view.identifier)
    val (before, after) = (named(view, None), named(renamed, None))
    def withColumns(t: Target) = t.dataset.copy(schema = known.fold(t.dataset.schema)(_.schema))
    context.afterSuccess {
      tables.forget(view.catalog.name, view.identifier)
      tables.remember(view.catalog.name, renamed.identifier, withColumns(after))
    }
    val target = Target(withColumns(after), before.suffix)
    RenamedTable.write(context, withColumns(before), before.dataset.id, target)
  }

  /** Remembers a view that the statement creates or changes, for a later `DROP VIEW IF EXISTS`. */
  private[plan] def remember(context: RuleContext, view: ResolvedName, dataset: Dataset): Unit =
    context.afterSuccess(context.session.tables.remember(view.catalog.name, view.identifier, dataset))

  /** The view that a statement names. */
  private[writes] def name(view: LogicalPlan): Option[ResolvedName] = view match {
    case ResolvedNameOf(v) => Some(v)
    case ResolvedViewOf(v) => Some(v)
    case _ => None
  }

  private[plan] def named(view: ResolvedName, lifecycle: Option[Lifecycle]): Target =
    Target(
      Hierarchy.named(view.catalog.name, view.identifier).copy(
        lifecycle = lifecycle,
        kind = Some(DatasetKind.View),
        hierarchy = Hierarchy.ofView(view.catalog.name, view.identifier)
      ),
      Some(JobNameSuffix.of(view.identifier))
    )
}
