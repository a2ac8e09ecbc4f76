package io.headwater.plan.operators

import scala.annotation.tailrec

import org.apache.spark.sql.catalyst.expressions._
import org.apache.spark.sql.catalyst.plans.logical.{Generate, LogicalPlan, Project, UnaryNode}

import io.headwater.plan.expressions.CollectionSize

/** Whether a table function gives the same number of rows for each input row: `stack`, `json_tuple`, and `explode` of an
  * array or a map that the query builds from a list of values, there or in a `SELECT` below.
  */
private[operators] object FixedRows {

  def areMadeBy(g: Generate): Boolean = g.generator match {
    case _: Stack | _: JsonTuple => true
    case c: CollectionGenerator =>
      c.children.forall(e => CollectionSize.isFixed(definition(e, g.child, maxSteps)))
    case _ => false
  }

  /** How many operators [[definition]] passes at most, so that plans of many generators stay cheap. */
  private val maxSteps = 100

  /** What a column was defined as in a `SELECT` below, as far as one input after the other leads there. */
  @tailrec private def definition(expression: Expression, below: LogicalPlan, steps: Int): Expression =
    (expression, below) match {
      case (Alias(child, _), _) => definition(child, below, steps)
      case (column: Attribute, Project(list, input)) if steps > 0 =>
        list.find(_.exprId == column.exprId) match {
          case Some(defined) => definition(defined, input, steps - 1)
          case None => column
        }
      case (column: Attribute, other: UnaryNode) if steps > 0 && other.child.outputSet.contains(column) =>
        definition(column, other.child, steps - 1)
      case _ => expression
    }
}
