package io.headwater.plan.vendor.iceberg

import org.apache.spark.sql.catalyst.plans.logical.{Command, LogicalPlan}
import org.apache.spark.sql.connector.catalog.{CatalogPlugin, Identifier}

import io.headwater.model.Lifecycle
import io.headwater.plan.naming.{Identifiers, Schemas}
import io.headwater.plan.tables.{CatalogViews, IcebergTables}
import io.headwater.plan.walk.NodeLineage.Rule
import io.headwater.plan.walk.{NodeLineage, RuleContext, Target}
import io.headwater.plan.writes.WriteRule
import io.headwater.util.{Accessors, ClassNames}

/** Commands for views in an Iceberg catalog. A query that uses a view reads the tables of the view. */
object IcebergViews {
  private val logical = "org.apache.spark.sql.catalyst.plans.logical."

  val rule: Rule = {
    case c if hasName(c, "views.CreateIcebergView") => create(new Accessors(c))

    // with IF EXISTS it is unknown whether the view existed
    case c if hasName(c, "views.DropIcebergView") =>
      val command = new Accessors(c)
      val exists = !command.value[Boolean]("ifExists")
      NodeLineage.leaf(context =>
        WriteRule.tableCommand(context, if (exists) target(context, command, Lifecycle.Drop) else None)
      )

    case c: Command if c.children.exists(hasName(_, "views.ResolvedV2View")) =>
      val alters = hasName(c, "SetViewProperties") || hasName(c, "UnsetViewProperties")
      NodeLineage.leaf { context =>
        val altered = if (alters) target(context, new Accessors(c), Lifecycle.Alter) else None
        WriteRule.tableCommand(context, altered)
      }
  }

  private def hasName(plan: LogicalPlan, name: String): Boolean = plan.getClass.getName == logical + name

  private def create(command: Accessors): NodeLineage = {
    val query = command.value[LogicalPlan]("query")
    val aliases = command.value[Seq[String]]("columnAliases")
    val names = if (aliases.isEmpty) query.output.map(_.name) else aliases
    val lifecycle = if (command.value[Boolean]("replace")) Lifecycle.Overwrite else Lifecycle.Create
    WriteRule.toDataset(query, _ => names) { context =>
      target(context, command, lifecycle).map { t =>
        val comment = command.value[Option[String]]("comment")
        t.copy(dataset = t.dataset.copy(schema = Schemas.fields(query.output, names), comment = comment))
      }
    }
  }

  /** The view that the child of a command names. */
  private def target(context: RuleContext, command: Accessors, lifecycle: Lifecycle): Option[Target] = {
    val child = new Accessors(command.value[AnyRef]("child"))
    val identifier = child.value[Identifier]("identifier")
    val plugin = child.value[CatalogPlugin]("catalog")
    val isIcebergCatalog =
      IcebergTables.ownsCatalog(plugin) || ClassNames.isA(plugin, IcebergTables.sessionCatalogClass)
    if (!isIcebergCatalog) None
    else {
      val dataset = CatalogViews.inIceberg(plugin.name, identifier, context.session)
      Some(Target(dataset.copy(lifecycle = Some(lifecycle)), Some(Identifiers.suffix(identifier))))
    }
  }
}
