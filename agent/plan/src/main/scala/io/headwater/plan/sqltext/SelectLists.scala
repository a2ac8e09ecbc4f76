package io.headwater.plan.sqltext

import org.apache.spark.sql.catalyst.analysis.UnresolvedAttribute
import org.apache.spark.sql.catalyst.expressions.{
  Alias,
  CreateNamedStruct,
  EqualTo,
  Expression,
  Literal,
  SubqueryExpression
}
import org.apache.spark.sql.catalyst.plans.logical.{Aggregate, Distinct, LogicalPlan, Project, UnresolvedHint}

/** How the other clauses of a query name the columns of its `SELECT`. */
private[sqltext] object SelectLists {

  def selected(plan: LogicalPlan): Seq[Expression] = plan match {
    case p: Project => p.projectList
    case a: Aggregate => a.aggregateExpressions
    case d: Distinct => selected(d.child)
    case h: UnresolvedHint => selected(h.child)
    case _ => Nil
  }

  /** `GROUP BY 2` and `ORDER BY 2` mean the second column. */
  def ordinal(e: Expression, list: Seq[Expression]): Expression = e match {
    case Literal(i: Int, _) => list.lift(i - 1).getOrElse(e)
    case other => other
  }

  def byAlias(e: Expression, list: Seq[Expression], fold: String => String): Expression = e match {
    case a: UnresolvedAttribute if a.nameParts.size == 1 =>
      list.collectFirst {
        case alias: Alias if fold(alias.name) == fold(a.nameParts.last) => alias.child
      }.getOrElse(a)
    case other => other
  }

  /** The columns of `DISTINCT ON (…)`; several come as one row. */
  def parts(hint: UnresolvedHint): Seq[Expression] = hint.parameters.collect { case e: Expression => e }
    .flatMap { case s: CreateNamedStruct => s.valExprs; case e => Seq(e) }

  /** The queries within a node's own expressions, such as a table function's arguments. */
  def subqueries(plan: LogicalPlan): Seq[LogicalPlan] =
    plan.expressions.flatMap(_.collect { case s: SubqueryExpression => s.plan })

  /** SQL Server's `name = value`. */
  object Assigned {
    def unapply(e: Expression): Option[(String, Expression)] = e match {
      case e: EqualTo => Some(e.left).collect {
          case a: UnresolvedAttribute if a.nameParts.size == 1 => a.nameParts.head -> e.right
        }
      case _ => None
    }
  }
}
