package io.headwater.plan.writes

import org.apache.spark.sql.catalyst.TableIdentifier
import org.apache.spark.sql.catalyst.analysis.PersistedView
import org.apache.spark.sql.execution.command.{AlterViewAsCommand, CreateViewCommand}

import io.headwater.model.{Dataset, Field, Lifecycle}
import io.headwater.plan.naming.{Schemas, Tables}
import io.headwater.plan.session.SeenTable
import io.headwater.plan.walk.NodeLineage
import io.headwater.plan.walk.NodeLineage.Rule

/** `CREATE VIEW v AS SELECT …`. The view is a dataset that is derived from its query. A temporary view is
  * only a name in its session and no dataset: a query that uses it has the lineage of its plan.
  */
object CreateView {
  val rule: Rule = {
    case c: CreateViewCommand if c.viewType == PersistedView =>
      def names =
        c.userSpecifiedColumns.map(_._1) ++ c.plan.output.map(_.name).drop(c.userSpecifiedColumns.size)
      WriteRule.toDataset(c.plan, _ => names) { context =>
        val tables = new Tables(context.session)
        context.session.tables.remember(c.name, SeenTable(None, managed = false, view = true))
        val lifecycle = if (c.replace) Lifecycle.Overwrite else Lifecycle.Create
        val schema = Schemas.fields(c.plan.output, names)
        val view = dataset(tables, c.name, schema, lifecycle).copy(comment = c.comment)
        Some(Target(view, Some(tables.suffix(c.name))))
      }

    case c: CreateViewCommand => NodeLineage.leaf(WriteRule.noOutput(_))

    // ALTER VIEW v AS SELECT …
    case c: AlterViewAsCommand =>
      val names = c.query.output.map(_.name)
      WriteRule.toDataset(c.query, _ => names) { context =>
        val tables = new Tables(context.session)
        val view = dataset(tables, c.name, Schemas.fields(c.query.output), Lifecycle.Alter)
        Some(Target(view, Some(tables.suffix(c.name))))
      }
  }

  private def dataset(
      tables: Tables,
      name: TableIdentifier,
      schema: Vector[Field],
      lifecycle: Lifecycle
  ): Dataset =
    tables.ofView(name).copy(schema = schema, lifecycle = Some(lifecycle))
}
