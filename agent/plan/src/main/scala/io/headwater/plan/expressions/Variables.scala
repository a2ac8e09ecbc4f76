package io.headwater.plan.expressions

import org.apache.spark.sql.catalyst.expressions.Expression

/** The SQL variables in an expression. What Spark knows of such an expression, such as that it is not null, may be true of
  * the variable's present value only.
  */
private[plan] object Variables {
  def isIn(expression: Expression): Boolean = expression.exists(isVariable)

  def in(expression: Expression): Seq[Expression] = expression.collect { case v if isVariable(v) => v }

  private def isVariable(expression: Expression): Boolean = VariableReference.unapply(expression).nonEmpty
}
