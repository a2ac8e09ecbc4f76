package io.headwater.plan.expressions

import scala.annotation.tailrec

import org.apache.spark.sql.catalyst.expressions._
import org.apache.spark.sql.types.ArrayType

import io.headwater.model.Field
import io.headwater.plan.graph.Kinds
import io.headwater.plan.graph.Kinds.conditional

/** What decides whether a value is null. Spark knows of some values that they never are, and its optimizer relies on it:
  * it drops `b` from `coalesce(a, b)` and counts rows instead of `a` if `a` cannot be null.
  */
private[expressions] object Nullability {

  /** Whether a value can be null. Of a SQL variable, Spark knows it of the present value only. */
  def mayBeNull(expression: Expression): Boolean = expression.nullable || Variables.isIn(expression)

  /** The inputs that decide whether `expression` is null, each used as `kinds`. */
  def of(expression: Expression, kinds: Int): Seq[ExpressionInput] = {
    val decided = Kinds.compose(kinds, conditional)

    @tailrec def inputs(open: List[Expression], found: Vector[ExpressionInput]): Vector[ExpressionInput] =
      open match {
        case Nil => found
        case (u: UpdateFields) :: rest => inputs(u.structExpr :: rest, found)
        case (i: If) :: rest =>
          inputs(i.trueValue :: i.falseValue :: rest, found :+ ExpressionInput(i.predicate, decided))
        case (c: CaseWhen) :: rest =>
          val values = c.branches.map(_._2) ++ c.elseValue
          inputs(values.toList ++ rest, found ++ c.branches.map(b => ExpressionInput(b._1, decided)))
        case value :: rest =>
          val deciding = if (mayBeNull(value)) CollectionSize.of(value) else Nil
          inputs(rest, found ++ deciding.map(ExpressionInput(_, kinds)))
      }
    inputs(List(expression), Vector.empty)
  }

  /** The inputs that decide whether the elements of an array are null, each used as `kinds`. */
  def ofElements(array: Expression, kinds: Int): Seq[ExpressionInput] = (array, array.dataType) match {
    case (_, ArrayType(_, containsNull)) if !containsNull => Nil
    case (built: CreateArray, _) => built.children.flatMap(of(_, kinds))
    case _ => Seq(ExpressionInput(array, kinds, Field.element))
  }

  /** The values of `coalesce(…)` that can be its result. */
  def reachable(values: Seq[Expression]): Seq[Expression] = {
    val (nullable, others) = values.span(mayBeNull)
    nullable ++ others.take(1)
  }
}
