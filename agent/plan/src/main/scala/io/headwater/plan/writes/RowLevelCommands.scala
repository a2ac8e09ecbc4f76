package io.headwater.plan.writes

import org.apache.spark.sql.catalyst.expressions.{Attribute, Expression}
import org.apache.spark.sql.catalyst.plans.logical._
import org.apache.spark.sql.execution.datasources.v2.DataSourceV2Relation

import io.headwater.model.{Dataset, Kind}
import io.headwater.plan.relations.DataSourceV2Relations
import io.headwater.plan.session.SessionContext
import io.headwater.plan.walk.NodeLineage.Rule
import io.headwater.plan.walk.{NodeLineage, RuleContext, Write}
import io.headwater.util.Accessors

/** `UPDATE`, `DELETE` and `MERGE` of V2 tables that implement these statements themselves. Spark leaves
  * such a statement in the plan unchanged.
  */
object RowLevelCommands {

  /** Finds the table that a statement changes, and the columns of it that a statement can assign. */
  type Find = (LogicalPlan, SessionContext) => Option[(Dataset, Seq[Attribute])]

  val rule: Rule = of((target, session) =>
    target.collectFirst { case r: DataSourceV2Relation => r }
      .flatMap(DataSourceV2Relations.dataset(_, session)).map(_ -> target.output)
  )

  /** The rule for a library's own commands and tables. */
  def of(find: Find): Rule = {
    case d: DeleteFromTable =>
      lineage(find, d.table, Nil)((_, changes) => changes.forDelete(Some(d.condition)))
    case u: UpdateTable =>
      lineage(find, u.table, Nil) { (context, changes) =>
        val values = assignedValues(u.assignments).map { case (name, e) => name -> context.node(e) }
        changes.forUpdate(u.condition, values)
      }
    case m: MergeIntoTable =>
      lineage(find, m.targetTable, Seq(m.sourceTable)) { (context, changes) =>
        val kinds = Seq(m.matchedActions, m.notMatchedActions, notMatchedBySource(m))
        val joined = context.rows(Kind.Join, Seq(m.mergeCondition))
        changes.forMerge(joined, kinds.map(_.flatMap(clause)))
      }
  }

  private def lineage(find: Find, target: LogicalPlan, sources: Seq[LogicalPlan])(
      change: (RuleContext, RowChanges) => TableChange
  ): NodeLineage = NodeLineage(
    target +: sources,
    { context =>
      find(target, context.session) match {
        case None => context.gap("sink", s"no name for a table of ${target.getClass.getName}")
        case Some((d, columns)) =>
          val changed = change(context, new RowChanges(context, columns))
          val dataset = d.copy(version = None, lifecycle = changed.lifecycle)
          context.findings.write(Write(dataset, changed.columns, changed.rows, WriteRule.suffix(dataset)))
      }
      WriteRule.noOutput(context)
    }
  )

  /** `WHEN NOT MATCHED BY SOURCE`, from Spark 3.4 on. */
  private def notMatchedBySource(merge: MergeIntoTable): Seq[MergeAction] =
    new Accessors(merge).ifPresent[Seq[MergeAction]]("notMatchedBySourceActions").getOrElse(Nil)

  private def clause(action: MergeAction): Option[Clause] = action match {
    case u: UpdateAction => Some(Clause.Update(u.condition, assignedValues(u.assignments)))
    case i: InsertAction => Some(Clause.Insert(i.condition, assignedValues(i.assignments)))
    case d: DeleteAction => Some(Clause.Delete(d.condition))
    case _ => None // the analyser expands stars
  }

  /** The assigned values by column. For `SET s.a = 1` the whole column `s` is assigned. */
  private def assignedValues(assignments: Seq[Assignment]): Map[String, Expression] =
    assignments.flatMap { a =>
      a.key.collectFirst { case column: Attribute => column.name -> a.value }
    }.toMap
}
