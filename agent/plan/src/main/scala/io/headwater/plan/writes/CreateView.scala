package io.headwater.plan.writes

import org.apache.spark.sql.catalyst.analysis.PersistedView
import org.apache.spark.sql.execution.command.CreateViewCommand

import io.headwater.model.{Dataset, Lifecycle}
import io.headwater.plan.naming.{Schemas, Tables}
import io.headwater.plan.walk.Reading
import io.headwater.plan.walk.Reading.Rule

/** `CREATE VIEW v AS SELECT …`: the view is a dataset that comes from what it selects. A temporary view is only a name
  * in its session, and no dataset: whoever reads it reads what it stands for.
  */
object CreateView {
  val rule: Rule = {
    case c: CreateViewCommand if c.viewType == PersistedView =>
      def names =
        c.userSpecifiedColumns.map(_._1) ++ c.plan.output.map(_.name).drop(c.userSpecifiedColumns.size)
      Writing.of(c.plan, _ => names) { site =>
        val tables = new Tables(site.surroundings)
        val lifecycle = if (c.replace) Lifecycle.Overwrite else Lifecycle.Create
        val schema = Schemas.fields(c.plan.output, names)
        val view = Dataset(tables.view(c.name), schema, lifecycle = Some(lifecycle), comment = c.comment)
        Some(Target(view, Some(tables.suffix(c.name))))
      }

    case c: CreateViewCommand => Reading.leaf(Writing.nothing(_))
  }
}
