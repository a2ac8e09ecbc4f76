package io.headwater.plan.expressions

import org.apache.spark.sql.catalyst.plans.logical._

import io.headwater.util.Named

/** Whether a subquery always returns one row, as `SELECT count(*) …` does. A SQL function of a table joins the row of its
  * arguments with its query.
  */
private[plan] object OneRow {
  def apply(plan: LogicalPlan): Boolean = plan match {
    case a: Aggregate => a.groupingExpressions.isEmpty
    case _: OneRowRelation => true
    case j: LateralJoin => j.condition.isEmpty && apply(j.left) && apply(j.right.plan)
    case p @ (_: Project | _: SubqueryAlias | _: Sort) => apply(p.children.head)
    case p @ Named("SQLFunctionNode") => p.children.forall(apply)
    case _ => false
  }
}
