package io.headwater.plan.writes

import org.apache.spark.sql.catalyst.TableIdentifier
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan

import io.headwater.model.Lifecycle
import io.headwater.plan.graph.Scope
import io.headwater.plan.naming.{ResolvedNameOf, TableNames, Tables}
import io.headwater.plan.walk.NodeLineage.Rule
import io.headwater.plan.walk.{NodeLineage, RuleContext, Target}
import io.headwater.util.{Accessors, ClassNames}

/** `CREATE VIEW v WITH METRICS LANGUAGE YAML AS …`. The command exists from Spark 4.2 on, so it is matched
  * by name. Its definition is a text that Spark resolves while the command runs. No plan contains it until
  * a query reads the view.
  */
object CreateMetricView {
  private val names = Set("CreateMetricView", "CreateMetricViewCommand")

  val rule: Rule = {
    case c if names(ClassNames.simple(c)) => NodeLineage.leaf(create(_, new Accessors(c)))
  }

  private def create(context: RuleContext, c: Accessors): Scope = {
    val lifecycle = Some(if (c.value[Boolean]("replace")) Lifecycle.Overwrite else Lifecycle.Create)
    val ifNotExists = c.value[Boolean]("allowExisting")
    val created = c.value[LogicalPlan]("child") match {
      case ResolvedNameOf(r) if r.inSessionCatalog =>
        val name = TableNames.of(r.identifier)
        val seen = context.session.tables
        val exists = ifNotExists && seen(name).nonEmpty
        context.afterSuccess(seen.rememberView(name))
        if (exists) None else Some(inSessionCatalog(new Tables(context.session), name, lifecycle))
      case other =>
        ViewsV2.name(other).map { view =>
          val created = ViewsV2.named(view, lifecycle)
          ViewsV2.remember(context, view, created.dataset)
          created
        }
    }
    val target = if (ifNotExists) created.map(CreateView.perhapsExisting(context, _)) else created
    if (target.nonEmpty)
      context.gap("source", "what a metric view measures is not in the plan that creates it")
    val comment = c.value[Option[String]]("comment")
    WriteLineage.tableCommand(context, target.map(t => t.copy(dataset = t.dataset.copy(comment = comment))))
  }

  private def inSessionCatalog(tables: Tables, name: TableIdentifier, lifecycle: Option[Lifecycle]): Target =
    Target(tables.ofView(name).copy(lifecycle = lifecycle), Some(tables.suffix(name)))
}
