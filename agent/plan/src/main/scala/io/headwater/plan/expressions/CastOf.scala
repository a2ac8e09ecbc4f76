package io.headwater.plan.expressions

import org.apache.spark.sql.catalyst.expressions.{Cast, Expression, UnaryExpression}

import io.headwater.util.ClassNames

/** Matches a cast, and gives what is cast. Spark 3.3 casts each inserted value with a class of its own. */
private[plan] object CastOf {
  def unapply(expression: Expression): Option[Expression] = expression match {
    case c: Cast => Some(c.child)
    case c: UnaryExpression if ClassNames.simple(c) == "AnsiCast" => Some(c.child)
    case _ => None
  }

  /** Matches a cast that the user has not written. */
  object Implicit {
    def unapply(expression: Expression): Option[Expression] =
      CastOf.unapply(expression).filter(_ => expression.getTagValue(Cast.USER_SPECIFIED_CAST).isEmpty)
  }
}
