package io.headwater.plan.writes

import org.apache.spark.sql.catalyst.TableIdentifier
import org.apache.spark.sql.catalyst.analysis.PersistedView
import org.apache.spark.sql.execution.command.{AlterViewAsCommand, CreateViewCommand}
import org.apache.spark.sql.internal.StaticSQLConf

import io.headwater.model.{Dataset, Field, Lifecycle}
import io.headwater.plan.naming.{Schemas, Tables}
import io.headwater.plan.walk.NodeLineage.Rule
import io.headwater.plan.walk.{NodeLineage, RuleContext, Target}

/** `CREATE VIEW v AS SELECT …`. The view is a dataset that is derived from its query. There is no output if the view is
  * known to exist (`IF NOT EXISTS`). If it is unknown whether it existed, the event has no lifecycle, and a gap. A temporary
  * view is only a name in its session and no dataset: a query that uses it has the lineage of its plan.
  */
object CreateView {
  val rule: Rule = {
    case c: CreateViewCommand if c.viewType == PersistedView =>
      def names =
        c.userSpecifiedColumns.map(_._1) ++ c.plan.output.map(_.name).drop(c.userSpecifiedColumns.size)
      WriteLineage.toDataset(c.plan, _ => names) { context =>
        val exists = c.allowExisting && context.session.tables(c.name).nonEmpty
        if (exists) None else Some(created(context, c, names))
      }

    case c: CreateViewCommand => NodeLineage.leaf(WriteLineage.noOutput(_))

    // ALTER VIEW v AS SELECT …
    case c: AlterViewAsCommand if isTemporary(c.name) => NodeLineage.leaf(WriteLineage.noOutput(_))
    case c: AlterViewAsCommand =>
      val names = c.query.output.map(_.name)
      WriteLineage.toDataset(c.query, _ => names) { context =>
        val tables = new Tables(context.session)
        context.afterSuccess {
          val comment = context.session.tables(c.name).flatMap(_.comment)
          context.session.tables.rememberView(c.name, c.query.schema, comment)
        }
        val view = dataset(tables, c.name, Schemas.fields(c.query.output), Lifecycle.Alter)
        Some(Target(view, Some(tables.suffix(c.name))))
      }
  }

  /** Whether a resolved name is that of a temporary view: such names have no database, or that of global temporary views. */
  private[writes] def isTemporary(name: TableIdentifier): Boolean =
    name.database.forall(_ == StaticSQLConf.GLOBAL_TEMP_DATABASE.defaultValueString)

  private def created(context: RuleContext, c: CreateViewCommand, names: Seq[String]): Target = {
    val tables = new Tables(context.session)
    val schema = Schemas.renamed(c.plan.schema, names)
    def remember(): Unit = context.session.tables.rememberView(c.name, schema, c.comment)
    context.afterSuccess {
      if (c.allowExisting) ExistingTables.ifCreated(context, c.name)(remember()) else remember()
    }
    val lifecycle = if (c.replace) Lifecycle.Overwrite else Lifecycle.Create
    val view =
      dataset(tables, c.name, Schemas.fields(c.plan.output, names), lifecycle).copy(comment = c.comment)
    val target = Target(view, Some(tables.suffix(c.name)))
    if (c.allowExisting) perhapsExisting(context, target) else target
  }

  /** The target of `CREATE VIEW IF NOT EXISTS`, if no plan has shown whether the view exists. */
  private[writes] def perhapsExisting(context: RuleContext, target: Target): Target = {
    context.gap("sink", "whether the view existed, so that it was left as it is, is not known")
    target.copy(dataset = target.dataset.copy(lifecycle = None))
  }

  private def dataset(
      tables: Tables,
      name: TableIdentifier,
      schema: Vector[Field],
      lifecycle: Lifecycle
  ): Dataset =
    tables.ofView(name).copy(schema = schema, lifecycle = Some(lifecycle))
}
