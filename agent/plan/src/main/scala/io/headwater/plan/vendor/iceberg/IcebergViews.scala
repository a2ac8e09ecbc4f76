package io.headwater.plan.vendor.iceberg

import org.apache.spark.sql.catalyst.plans.logical.{
  Command,
  LogicalPlan,
  SetViewProperties,
  UnsetViewProperties
}
import org.apache.spark.sql.connector.catalog.{CatalogPlugin, Identifier}

import io.headwater.model.Lifecycle
import io.headwater.plan.naming.{JobNameSuffix, ResolvedName, Schemas}
import io.headwater.plan.tables.{CatalogViews, IcebergCatalogs}
import io.headwater.plan.walk.NodeLineage.Rule
import io.headwater.plan.walk.{NodeLineage, RuleContext, Target}
import io.headwater.plan.writes.{ViewsV2, WriteLineage}
import io.headwater.util.Accessors

/** Commands for views in an Iceberg catalog. A query that uses a view reads the tables of the view. */
object IcebergViews {
  val rule: Rule = {
    case c @ IcebergNode("views.CreateIcebergView") => create(new Accessors(c))

    case c @ IcebergNode("views.DropIcebergView") =>
      val command = new Accessors(c)
      NodeLineage.leaf(context =>
        ViewsV2.drop(
          context,
          name(command),
          command.value[Boolean]("ifExists"),
          target(context, command, Lifecycle.Drop)
        )
      )

    case c @ (_: SetViewProperties | _: UnsetViewProperties) if isOfView(c) =>
      NodeLineage.leaf(context =>
        WriteLineage.tableCommand(context, Some(target(context, new Accessors(c), Lifecycle.Alter)))
      )
    case c: Command if isOfView(c) => NodeLineage.leaf(WriteLineage.noOutput(_))
  }

  private def isOfView(command: LogicalPlan): Boolean = command.children.exists {
    case IcebergNode("views.ResolvedV2View") => true
    case _ => false
  }

  private def create(command: Accessors): NodeLineage = {
    val query = command.value[LogicalPlan]("query")
    val aliases = command.value[Seq[String]]("columnAliases")
    val names = if (aliases.isEmpty) query.output.map(_.name) else aliases
    val lifecycle = if (command.value[Boolean]("replace")) Lifecycle.Overwrite else Lifecycle.Create
    WriteLineage.toDataset(query, _ => names) { context =>
      val t = target(context, command, lifecycle)
      val comment = command.value[Option[String]]("comment")
      val view = t.dataset.copy(schema = Schemas.fields(query.output, names), comment = comment)
      ViewsV2.remember(context, name(command), view)
      Some(t.copy(dataset = view))
    }
  }

  /** The view that the child of a command names. */
  private def name(command: Accessors): ResolvedName = {
    val child = new Accessors(command.value[AnyRef]("child"))
    ResolvedName(child.value[CatalogPlugin]("catalog"), child.value[Identifier]("identifier"))
  }

  /** The view, with the name that a read of it has. Iceberg's extensions replace the commands for the views of all catalogs, also of
    * those of other libraries.
    */
  private def target(context: RuleContext, command: Accessors, lifecycle: Lifecycle): Target = {
    val view @ ResolvedName(plugin, identifier) = name(command)
    if (!IcebergCatalogs.hasViews(plugin)) ViewsV2.named(view, Some(lifecycle))
    else {
      val dataset = CatalogViews.inIceberg(plugin.name, identifier, context.session)
      Target(dataset.copy(lifecycle = Some(lifecycle)), Some(JobNameSuffix.of(identifier)))
    }
  }
}
