package io.headwater.plan.expressions

import org.apache.spark.sql.catalyst.expressions.{Expression, InheritAnalysisRules}

/** Matches a function in whose place Spark computes another expression. Gives that expression, and the arguments with SQL
  * variables that it does not have, because Spark has evaluated them to choose it: `date_part(v, at)` is `year(at)`.
  */
private[expressions] object Replacement {
  def unapply(expression: Expression): Option[(Expression, Seq[Expression])] = expression match {
    case e: InheritAnalysisRules => Some((e.child, evaluated(e)))
    case _ => None
  }

  private def evaluated(e: InheritAnalysisRules): Seq[Expression] = {
    lazy val used = Variables.in(e.child)
    // Spark evaluates only what refers to no column
    e.parameters.filter(p => p.foldable && Variables.in(p).exists(v => !used.contains(v)))
  }

  /** Matches a function in whose place Spark computes an expression of all its arguments, and gives that expression. */
  object OfAllArguments {
    def unapply(expression: Expression): Option[Expression] = expression match {
      case Replacement(computed, Seq()) => Some(computed)
      case _ => None
    }
  }
}
