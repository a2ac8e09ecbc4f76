package io.headwater.plan.expressions

import org.apache.spark.sql.catalyst.expressions.aggregate.AggregateExpression
import org.apache.spark.sql.catalyst.expressions.{
  Ascending,
  CurrentRow,
  Expression,
  Literal,
  RangeFrame,
  SortOrder,
  SpecialFrameBoundary,
  SpecifiedWindowFrame,
  UnaryMinus,
  UnboundedFollowing,
  UnboundedPreceding,
  WindowExpression
}
import org.apache.spark.sql.types.NumericType

/** The text of window functions and of orders: `sum(o.amount) OVER (PARTITION BY o.id ORDER BY o.day DESC)`. What Spark adds
  * by default is left out.
  */
private[expressions] object WindowSql {

  def apply(window: WindowExpression, text: Expression => String): String = {
    val spec = window.windowSpec
    val partition =
      if (spec.partitionSpec.isEmpty) None
      else Some(spec.partitionSpec.map(text).mkString("PARTITION BY ", ", ", ""))
    val orders =
      if (spec.orderSpec.isEmpty) None
      else Some(spec.orderSpec.map(order(_, text)).mkString("ORDER BY ", ", ", ""))
    val frame = Some(spec.frameSpecification).collect {
      case f: SpecifiedWindowFrame if hasOwnFrame(window.windowFunction, f, spec.orderSpec.nonEmpty) =>
        s"${f.frameType.sql} BETWEEN ${bound(f.lower, text)} AND ${bound(f.upper, text)}"
    }
    (partition ++ orders ++ frame).mkString(s"${text(window.windowFunction)} OVER (", " ", ")")
  }

  def order(o: SortOrder, text: Expression => String): String = {
    val direction = if (o.direction == Ascending) "" else s" ${o.direction.sql}"
    val nulls = if (o.nullOrdering == o.direction.defaultNullOrdering) "" else s" ${o.nullOrdering.sql}"
    s"${text(o.child)}$direction$nulls"
  }

  /** A bound of a frame. Spark negates the one before the current row, and casts both to the type of the order. */
  private def bound(e: Expression, text: Expression => String): String = e match {
    case special: SpecialFrameBoundary => special.sql
    case CastOf.Implicit(value) => bound(value, text)
    case minus: UnaryMinus => s"${text(minus.child)} PRECEDING"
    case l @ Literal(_, _: NumericType) if LiteralSql(l).startsWith("-") =>
      s"${LiteralSql(l).drop(1)} PRECEDING"
    case other => s"${text(other)} FOLLOWING"
  }

  /** Whether the frame is not the only one of the function, and not the default one. */
  private def hasOwnFrame(function: Expression, frame: SpecifiedWindowFrame, ordered: Boolean): Boolean = {
    val end = if (ordered) CurrentRow else UnboundedFollowing
    function.isInstanceOf[AggregateExpression] && !(frame.lower == UnboundedPreceding && frame.upper == end &&
      (!ordered || frame.frameType == RangeFrame))
  }
}
