package io.headwater.plan.expressions

import org.apache.spark.sql.catalyst.expressions.objects.AssertNotNull
import org.apache.spark.sql.catalyst.expressions.{Alias, Expression, TaggingExpression, UnaryExpression}

import io.headwater.util.ClassNames

/** Matches an expression that names, marks or checks a value and does not change it, and gives the value. Spark marks what
  * cannot be null below a check for null (`df.to(schema)`) and in a column that must not be null. A SQL function is the
  * expression of its body; its class is new in Spark 4.0, so it is matched by name.
  */
private[expressions] object PassThroughExpression {
  def unapply(expression: Expression): Option[Expression] = expression match {
    case a: Alias => Some(a.child)
    case e: AssertNotNull => Some(e.child)
    case e: UnaryExpression
        if e.isInstanceOf[TaggingExpression] || ClassNames.simple(e) == "SQLScalarFunction" => Some(e.child)
    case _ => None
  }
}
