package io.headwater.plan.expressions

import org.apache.spark.sql.catalyst.expressions._

import io.headwater.model.Certainty
import io.headwater.plan.graph.Kinds.{condition, value}
import io.headwater.plan.graph.{Kinds, Scope}

/** The inputs of an expression that contains a subquery. */
private[expressions] object Subqueries {

  /** `(SELECT max(y) FROM t)` passes its value on; `EXISTS (…)` and `a IN (…)` test rows. The columns that decide the rows
    * of the subquery affect all three.
    */
  def inputs(subquery: SubqueryExpression, lookup: AttributeLookup): ExpressionInputs = {
    val expressions = subquery.children.map(ExpressionInput(_, condition))
    lookup.subquery(subquery.plan) match {
      case None => ExpressionInputs(expressions, certainty = Certainty.Unknown)
      case Some(scope) =>
        val kinds = subquery match {
          case _: ScalarSubquery => Some(Kinds.identity)
          case _: Exists => None
          // IN, and subqueries that later Spark versions add: the values are compared
          case _ => Some(value)
        }
        val outputs = kinds.toSeq.flatMap(k => columns(subquery, scope).map(_ -> k))
        ExpressionInputs(expressions, outputs :+ (scope.rows -> Kinds.identity))
    }
  }

  private def columns(subquery: SubqueryExpression, scope: Scope): Seq[Int] =
    subquery.plan.output.flatMap(a => scope.column(a.exprId.id))
}
