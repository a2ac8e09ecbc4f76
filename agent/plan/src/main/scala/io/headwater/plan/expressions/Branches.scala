package io.headwater.plan.expressions

import org.apache.spark.sql.catalyst.expressions.{CaseWhen, Expression, If, Literal}

import io.headwater.plan.graph.Kinds.{conditional, transformation}

/** The inputs of `CASE` and `if`. Branches that the plan already decides are left out: those of a literal condition. If all
  * values are the same literal, no condition decides.
  */
private[expressions] object Branches {

  def of(e: If): Seq[ExpressionInput] = inputs(Seq(e.predicate -> e.trueValue), e.falseValue)

  def of(e: CaseWhen): Seq[ExpressionInput] =
    inputs(e.branches, e.elseValue.getOrElse(Literal(null, e.dataType)))

  private def inputs(branches: Seq[(Expression, Expression)], last: Expression): Seq[ExpressionInput] = {
    val possible = branches.filterNot { case (when, _) => isLiteral(when, false) || isLiteral(when, null) }
    val (open, known) = possible.span { case (when, _) => !isLiteral(when, true) }
    val values = open.map(_._2) :+ known.headOption.fold(last)(_._2)
    val conditions = if (sameLiteral(values)) Nil else open.map(_._1)
    conditions.map(ExpressionInput(_, conditional)) ++ values.map(ExpressionInput(_, transformation))
  }

  private def isLiteral(when: Expression, value: Any): Boolean = when match {
    case literal: Literal => literal.value == value
    case _ => false
  }

  private def sameLiteral(values: Seq[Expression]): Boolean =
    values.head.isInstanceOf[Literal] && values.tail.forall(_ == values.head)
}
