package io.headwater.plan.writes

import org.apache.spark.sql.catalyst.expressions.{Alias, Expression, If, Literal, NamedExpression}
import org.apache.spark.sql.catalyst.plans.logical._
import org.apache.spark.sql.connector.write.RowLevelOperation.Command
import org.apache.spark.sql.execution.datasources.v2.DataSourceV2Relation

import io.headwater.plan.operators.{MergeInstruction, RewrittenMerge}
import io.headwater.plan.relations.RowLevelTable
import io.headwater.plan.walk.NodeLineage.Rule
import io.headwater.plan.walk.{NodeLineage, RuleContext}

/** `UPDATE`, `DELETE` and `MERGE` of a V2 table as Spark rewrites them: to a replacement of groups of rows
  * (copy on write) or to changes of single rows (merge on read). Both have the same lineage.
  */
object RowLevelWrites {
  val rule: Rule = { case RowLevelWriteOf(write, relation) =>
    write.operation.command match {
      case Command.DELETE =>
        lineage(write, relation, Seq(relation))((_, changes) => changes.forDelete(Some(write.condition)))
      case Command.UPDATE => update(write, relation)
      case Command.MERGE => merge(write, relation)
    }
  }

  private def lineage(
      write: RowLevelWrite,
      relation: DataSourceV2Relation,
      inputs: Seq[LogicalPlan],
      extraExpressions: Seq[Expression] = Nil
  )(change: (RuleContext, RowChanges) => ChangedRows): NodeLineage = NodeLineage(
    inputs,
    { context =>
      val data = relation.output.filter(a => write.table.output.exists(_.name == a.name))
      val changed = change(context, new RowChanges(context, data))
      ChangedTable.of(relation, data, context.session) match {
        case None => context.gap("sink", s"no name for ${relation.name}")
        case Some(table) => table.record(context, changed)
      }
      WriteLineage.noOutput(context)
    },
    extraExpressions
  )

  /** An `UPDATE`. The query has the new values under the names of the columns. If all rows of a group are
    * written again, each value is `if (condition) new else old`. If the condition has a subquery, the query is
    * a union of the rows that meet the condition and the rows that do not. Changes of single rows have the values
    * as they were written, where an `if` is the user's own.
    */
  private def update(write: RowLevelWrite, relation: DataSourceV2Relation): NodeLineage = {
    val newValues = write match {
      case _: ReplaceData =>
        write.query.collectFirst { case p: Project if readsTarget(p.child, relation) => p }.toVector
          .flatMap(_.projectList).collect { case NewOrOld(name, value) => name -> value }
      case _ => Vector.empty
    }
    val inputs = if (newValues.isEmpty) Seq(write.query, relation) else Seq(relation)
    lineage(write, relation, inputs, newValues.map(_._2)) { (context, changes) =>
      val values =
        if (newValues.nonEmpty) newValues.map { case (name, e) => name -> context.node(e) }
        else write.query.output.toVector.map(a => a.name -> context.column(a))
      changes.forUpdate(Some(write.condition), values.toMap)
    }
  }

  /** Whether a projection reads the target. A condition with a subquery is a filter below it, and the plan
    * unites its rows with the changed ones.
    */
  private def readsTarget(plan: LogicalPlan, relation: LogicalPlan): Boolean = plan match {
    case f: Filter => f.child eq relation
    case other => other eq relation
  }

  private def merge(write: RowLevelWrite, relation: DataSourceV2Relation): NodeLineage =
    write.query.collectFirst { case m @ RewrittenMerge(merge) => (m, merge) } match {
      case None =>
        lineage(write, relation, Seq(write.query, relation)) { (context, changes) =>
          context.gap("columns", "the rewritten MERGE has no MergeRows")
          ChangedRows(changes.unchanged, context.inputs(0).rows)
        }
      case Some((mergeRows, merge)) =>
        lineage(write, relation, mergeRows.children :+ relation, mergeRows.expressions) {
          (context, changes) =>
            val byKind = clauses(mergeRows.output.map(_.name), merge, write)
            changes.forMerge(context.inputs(0).rows, joinCondition(mergeRows), byKind)
        }
    }

  private def joinCondition(mergeRows: LogicalPlan): Option[Expression] =
    mergeRows.children.collectFirst { case j: Join => j.condition }.flatten

  private def clauses(names: Seq[String], merge: RewrittenMerge, write: RowLevelWrite): Seq[Seq[Clause]] = {
    def values(i: MergeInstruction): Seq[Map[String, Expression]] =
      i.outputs.map(_.toVector).filterNot(deletes(names, _)).map(names.zip(_).toMap)
    val tableColumns = write.table.output.map(_.name).toSet
    def tableValues(i: MergeInstruction) = values(i).map(_.filter { case (name, _) => tableColumns(name) })
    def changes(i: MergeInstruction): Seq[Clause] = tableValues(i) match {
      case Seq() => Seq(Clause.Delete(Some(i.condition)))
      case updates => updates.map(Clause.Update(Some(i.condition), _))
    }
    def inserts(i: MergeInstruction): Seq[Clause] = tableValues(i).map(Clause.Insert(Some(i.condition), _))
    Seq(
      merge.matched.flatMap(changes),
      merge.notMatched.flatMap(inserts),
      merge.notMatchedBySource.flatMap(changes)
    )
  }

  /** Spark's `RowDeltaUtils`, which is new in 3.4. */
  private val OPERATION_COLUMN = "__row_operation"
  private val DELETE_OPERATION = 1

  private def deletes(names: Seq[String], output: Seq[Expression]): Boolean =
    names.zip(output).exists {
      case (OPERATION_COLUMN, Literal(DELETE_OPERATION, _)) => true
      case _ => false
    }
}

/** Extracts a row-level write and the relation through which it reads its target. */
private object RowLevelWriteOf {
  def unapply(plan: RowLevelWrite): Option[(RowLevelWrite, DataSourceV2Relation)] =
    plan.query.collectFirst { case r: DataSourceV2Relation if isTarget(r) => plan -> r }

  private def isTarget(relation: DataSourceV2Relation): Boolean = relation.table match {
    case RowLevelTable(_) => true
    case _ => false
  }
}

/** Extracts name and new value of `if (condition) new else old AS name`. */
private object NewOrOld {
  def unapply(e: NamedExpression): Option[(String, Expression)] = e match {
    case a: Alias =>
      a.child match {
        case i: If => Some(a.name -> i.trueValue)
        case _ => None
      }
    case _ => None
  }
}
