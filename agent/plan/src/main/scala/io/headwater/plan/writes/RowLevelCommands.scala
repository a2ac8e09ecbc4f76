package io.headwater.plan.writes

import org.apache.spark.sql.catalyst.expressions.{Attribute, Expression, Literal}
import org.apache.spark.sql.catalyst.plans.logical._
import org.apache.spark.sql.execution.datasources.v2.DataSourceV2Relation

import io.headwater.model.{Dataset, Kind}
import io.headwater.plan.naming.JobNameSuffix
import io.headwater.plan.relations.DataSourceV2Relations
import io.headwater.plan.session.SessionContext
import io.headwater.plan.walk.NodeLineage.Rule
import io.headwater.plan.walk.{NodeLineage, RuleContext, Target, Write}
import io.headwater.util.Accessors

/** The table that a statement changes.
  *
  * @param columns
  *   the columns that the statement can assign
  * @param suffix
  *   the suffix of the job name; None for that of the location
  * @param committed
  *   see [[io.headwater.plan.walk.Write]]
  */
final case class ChangedTable(
    dataset: Dataset,
    columns: Seq[Attribute],
    suffix: Option[String] = None,
    committed: Write.VersionAt = Write.unversioned
) {

  /** Records that a statement changes rows of the table. */
  def record(context: RuleContext, changed: ChangedRows): Unit = {
    val schema = changed.schema.getOrElse(dataset.schema)
    val written = dataset.copy(version = None, lifecycle = changed.lifecycle, schema = schema)
    val target = Target(written, suffix.orElse(JobNameSuffix.ofLocation(written)), committed)
    context.findings.write(Write(target, changed.columns, changed.rows))
  }
}

object ChangedTable {

  /** None if the table has no name. */
  def of(
      relation: DataSourceV2Relation,
      columns: Seq[Attribute],
      session: SessionContext
  ): Option[ChangedTable] =
    DataSourceV2Relations.dataset(relation, session).map(
      ChangedTable(
        _,
        columns,
        WriteToV2.suffix(relation),
        DataSourceV2Relations.committedVersion(relation, session)
      )
    )
}

/** `UPDATE`, `DELETE` and `MERGE` of V2 tables that implement these statements themselves. Spark leaves
  * such a statement in the plan unchanged.
  */
object RowLevelCommands {

  /** Finds the table that a statement changes. */
  type Find = (LogicalPlan, SessionContext) => Option[ChangedTable]

  /** Finds the table by its relation in the plan. */
  val ofRelation: Find = (target, session) =>
    target.collectFirst { case r: DataSourceV2Relation => r }
      .flatMap(ChangedTable.of(_, target.output, session))

  val rule: Rule = of(ofRelation)

  /** The rule for a library's own commands and tables. */
  def of(find: Find): Rule = {
    case d: DeleteFromTable => delete(find, d.table, Some(d.condition))
    case u: UpdateTable => update(find, u.table, u.assignments, u.condition)
    case m: MergeIntoTable =>
      val kinds = Seq(m.matchedActions, m.notMatchedActions, notMatchedBySource(m))
      merge(find, m.targetTable, m.sourceTable, m.mergeCondition, None, kinds)
  }

  def delete(find: Find, target: LogicalPlan, condition: Option[Expression]): NodeLineage =
    lineage(find, target, Nil)((_, changes) => changes.forDelete(condition))

  def update(
      find: Find,
      target: LogicalPlan,
      assignments: Seq[Assignment],
      condition: Option[Expression]
  ): NodeLineage =
    lineage(find, target, Nil) { (context, changes) =>
      val values = new AssignedValues(target.output).of(assignments, identity)
      changes.forUpdate(condition, values.map { case (name, e) => name -> context.node(e) })
    }

  /** @param joinType
    *   the type of the join of source and target, if the plan has it
    * @param actionsByKind
    *   see [[RowChanges.forMerge]]
    */
  def merge(
      find: Find,
      target: LogicalPlan,
      source: LogicalPlan,
      condition: Expression,
      joinType: Option[String],
      actionsByKind: Seq[Seq[MergeAction]]
  ): NodeLineage =
    lineage(find, target, Seq(source)) { (context, changes) =>
      changes.forMerge(
        context.rows(Kind.Join, Seq(condition), joinType),
        Some(condition),
        actionsByKind.map(_.flatMap(clause(_, new AssignedValues(target.output))))
      )
    }

  private def lineage(find: Find, target: LogicalPlan, sources: Seq[LogicalPlan])(
      change: (RuleContext, RowChanges) => ChangedRows
  ): NodeLineage = NodeLineage(
    target +: sources,
    { context =>
      find(target, context.session) match {
        case None => context.gap("sink", s"no name for a table of ${target.getClass.getName}")
        case Some(table) =>
          table.record(context, change(context, new RowChanges(context, table.columns)))
      }
      WriteLineage.noOutput(context)
    }
  )

  /** `WHEN NOT MATCHED BY SOURCE`, from Spark 3.4 on. */
  private def notMatchedBySource(merge: MergeIntoTable): Seq[MergeAction] =
    new Accessors(merge).ifPresent[Seq[MergeAction]]("notMatchedBySourceActions").getOrElse(Nil)

  private def clause(action: MergeAction, values: AssignedValues): Option[Clause] = action match {
    case u: UpdateAction => Some(Clause.Update(u.condition, values.of(u.assignments, identity)))
    case i: InsertAction =>
      Some(Clause.Insert(i.condition, values.of(i.assignments, column => Literal(null, column.dataType))))
    case d: DeleteAction => Some(Clause.Delete(d.condition))
    case _ => None // the analyser expands stars
  }
}
