package io.headwater.plan.expressions

import scala.annotation.tailrec

import org.apache.spark.sql.catalyst.expressions._
import org.apache.spark.sql.catalyst.plans.logical._

import io.headwater.model.Certainty
import io.headwater.plan.graph.Kinds.{conditional, transformation}
import io.headwater.plan.graph.{Kinds, Scope}
import io.headwater.util.Named

/** The inputs of an expression that contains a subquery. */
private[plan] object Subqueries {

  /** `(SELECT max(y) FROM t)` passes its value on; `EXISTS (…)` and `a IN (…)` test rows. The columns that decide the rows
    * of the subquery affect all three.
    */
  private[expressions] def inputs(
      subquery: SubqueryExpression,
      context: ExpressionContext
  ): ExpressionInputs =
    context.subquery(subquery.plan) match {
      case None =>
        context.gap("columns", "a subquery in an expression was not read")
        val outer = subquery.children.map(ExpressionInput(_, conditional))
        ExpressionInputs(outer, certainty = Certainty.Unknown)
      case Some(_) if isAlwaysTrue(subquery) => ExpressionInputs(Nil, Nil)
      case Some(scope) =>
        val kinds = subquery match {
          case _: ScalarSubquery => Some(Kinds.identity)
          case _: Exists => None
          // IN, and subqueries that later Spark versions add: the values are compared
          case _ => Some(transformation)
        }
        val outputs = kinds.toSeq.flatMap(k => columns(subquery, scope, context).map(_ -> k))
        val rows = context.subquery(rowsOf(subquery)).getOrElse(scope).rows
        // what the subquery uses of the query around it is among these: its plan has the outer references
        ExpressionInputs(Nil, outputs :+ (rows -> Kinds.identity))
    }

  /** The nodes of the value of a scalar subquery, and of what decides its row. None if the subquery is not known. */
  private[expressions] def ofOneValue(
      subquery: ScalarSubquery,
      context: ExpressionContext
  ): Option[(Seq[Int], Int)] = context.subquery(subquery.plan).map { scope =>
    (columns(subquery, scope, context), context.subquery(rowsOf(subquery)).getOrElse(scope).rows)
  }

  /** `EXISTS (SELECT count(*) …)`. Releases of Spark before 4.0 find no row if it refers to the query around it and nothing
    * matches there.
    */
  private def isAlwaysTrue(subquery: SubqueryExpression): Boolean = subquery match {
    case e: Exists => e.children.isEmpty && hasOneRow(e.plan)
    case _ => false
  }

  /** Whether a plan always returns one row, as `SELECT count(*) …` does. A SQL function of a table joins the row of its
    * arguments with its query.
    */
  def hasOneRow(plan: LogicalPlan): Boolean = plan match {
    case a: Aggregate => a.groupingExpressions.isEmpty
    case _: OneRowRelation => true
    case j: LateralJoin => j.condition.isEmpty && hasOneRow(j.left) && hasOneRow(j.right.plan)
    case p @ (_: Project | _: SubqueryAlias | _: Sort) => hasOneRow(p.children.head)
    case p @ Named("SQLFunctionNode") => p.children.forall(hasOneRow)
    case _ => false
  }

  /** The plan inside a subquery that decides its rows. An order decides nothing, unless a limit follows it; whether there
    * is any row does not depend on a limit or on duplicates either. Duplicates below an `OFFSET` count: it skips rows.
    */
  def rowsOf(subquery: SubqueryExpression): LogicalPlan = {
    @tailrec def below(plan: LogicalPlan, exists: Boolean): LogicalPlan = plan match {
      case p @ (_: Project | _: SubqueryAlias | _: Sort) => below(p.children.head, exists)
      case p if p.expressions.exists(Variables.isIn) => p // the number of a limit may be 0
      case p @ (_: GlobalLimit | _: LocalLimit | _: Distinct | _: Expand) if exists =>
        below(p.children.head, exists)
      // the keys of groups: there is a group if there is a row
      case a: Aggregate if exists && a.groupingExpressions.nonEmpty => below(a.child, exists)
      case p @ Named("Offset") if exists =>
        below(p.children.head, exists = false) // from Spark 3.4 on
      case other => other
    }
    below(subquery.plan, subquery.isInstanceOf[Exists])
  }

  private def columns(subquery: SubqueryExpression, scope: Scope, context: ExpressionContext): Seq[Int] =
    subquery.plan.output.map(context.column(_, scope))
}
