package io.headwater.plan.writes

import org.apache.spark.sql.catalyst.plans.logical.{
  AlterViewAs,
  CreateView => CreateViewV2,
  DropView,
  LogicalPlan
}
import org.apache.spark.sql.connector.catalog.{CatalogPlugin, Identifier}

import io.headwater.model.{DatasetKind, Lifecycle}
import io.headwater.plan.naming.{Hierarchy, Identifiers, ResolvedNameOf, ResolvedViewOf, Schemas}
import io.headwater.plan.walk.NodeLineage.Rule
import io.headwater.plan.walk.{NodeLineage, Target}

/** `CREATE`, `ALTER` and `DROP VIEW` in a V2 catalog, which Spark implements from 4.2 on. A view is named
  * by its name in the catalog. A query that uses a view reads the tables of the view.
  */
object ViewsV2 {
  val rule: Rule = {
    case c: CreateViewV2 =>
      val specified = c.userSpecifiedColumns.map(_._1)
      val names = specified ++ c.query.output.map(_.name).drop(specified.size)
      val lifecycle = if (c.replace) Lifecycle.Overwrite else Lifecycle.Create
      WriteRule.toDataset(c.query, _ => names) { context =>
        target(c.child, Some(lifecycle)).map { t =>
          val schema = Schemas.fields(c.query.output, names)
          val view = t.copy(dataset = t.dataset.copy(schema = schema, comment = c.comment))
          if (c.allowExisting) CreateView.perhapsExisting(context, view) else view
        }
      }
    case a: AlterViewAs =>
      WriteRule.toDataset(a.query, _ => a.query.output.map(_.name)) { _ =>
        target(a.child, Some(Lifecycle.Alter))
          .map(t => t.copy(dataset = t.dataset.copy(schema = Schemas.fields(a.query.output))))
      }
    // with IF EXISTS it is unknown whether the view existed
    case d: DropView =>
      NodeLineage.leaf { context =>
        val dropped = if (d.ifExists) None else target(d.child, Some(Lifecycle.Drop))
        WriteRule.tableCommand(context, dropped)
      }
  }

  /** The view that a statement names. */
  private[writes] def target(view: LogicalPlan, lifecycle: Option[Lifecycle]): Option[Target] = view match {
    case ResolvedNameOf(v) => Some(named(v.catalog, v.identifier, lifecycle))
    case ResolvedViewOf(v) => Some(named(v.catalog, v.identifier, lifecycle))
    case _ => None
  }

  private def named(catalog: CatalogPlugin, view: Identifier, lifecycle: Option[Lifecycle]): Target =
    Target(
      Hierarchy.named(catalog.name, view).copy(
        lifecycle = lifecycle,
        kind = Some(DatasetKind.View),
        hierarchy = Hierarchy.ofView(catalog.name, view)
      ),
      Some(Identifiers.suffix(view))
    )
}
