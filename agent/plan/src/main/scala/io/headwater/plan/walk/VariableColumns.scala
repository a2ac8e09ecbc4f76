package io.headwater.plan.walk

import java.util.IdentityHashMap

import scala.collection.mutable

import org.apache.spark.sql.catalyst.expressions.{
  Alias,
  Attribute,
  Expression,
  NamedExpression,
  OuterReference
}
import org.apache.spark.sql.catalyst.plans.logical._

import io.headwater.plan.expressions.Variables
import io.headwater.plan.session.SeenVariables

/** The columns that a query makes of SQL variables. If Spark says of such a column that it is never null, this is true of the
  * present value of the variable only. Each walk makes a `VariableColumns` of its own.
  */
private[walk] final class VariableColumns(variables: SeenVariables) {
  import VariableColumns.maxDepth

  private val ids = mutable.HashSet.empty[Long]
  private val ofCommonTables = mutable.HashMap.empty[Long, Vector[Boolean]]
  private val seen = new IdentityHashMap[LogicalPlan, Unit](0)

  /** The expression as if these columns could be null. */
  def asNullable(expression: Expression): Expression =
    if (ids.isEmpty) expression
    else expression.transform {
      case a: Attribute if !a.nullable && ids(a.exprId.id) => a.withNullability(true)
      case OuterReference(a: Attribute) if !a.nullable && ids(a.exprId.id) =>
        OuterReference(a.withNullability(true))
    }

  /** Finds the columns that a node defines, and those of the nodes below it that no rule has read. */
  def read(plan: LogicalPlan): Unit = if (!variables.isEmpty) read(plan, maxDepth)

  private def read(plan: LogicalPlan, depth: Int): Unit = if (depth > 0 && !seen.containsKey(plan)) {
    seen.put(plan, ())
    plan.children.foreach(read(_, depth - 1))
    plan.expressions.foreach(_.foreach {
      case a: Alias => define(a, isOfVariable(a.child))
      case _ =>
    })
    plan match {
      case _: Union | _: Intersect => plan.children.foreach(c => byPosition(plan, areOfVariables(c)))
      case d: CTERelationDef => ofCommonTables(d.id) = areOfVariables(d.child)
      case r: CTERelationRef => ofCommonTables.get(r.cteId).foreach(byPosition(r, _))
      case v: View => byPosition(v, areOfVariables(v.child))
      case e: Expand => e.projections.foreach(row => byPosition(e, row.toVector.map(isOfVariable)))
      case g: Generate => g.generatorOutput.foreach(define(_, isOfVariable(g.generator)))
      case _ =>
    }
  }

  private def byPosition(plan: LogicalPlan, ofVariables: Vector[Boolean]): Unit =
    plan.output.zip(ofVariables).foreach { case (column, is) => define(column, is) }

  private def define(column: NamedExpression, is: Boolean): Unit =
    if (is) ids += column.exprId.id

  private def areOfVariables(plan: LogicalPlan): Vector[Boolean] = plan.output.toVector.map(isOfVariable)

  private def isOfVariable(expression: Expression): Boolean =
    Variables.isIn(expression) || expression.exists {
      case a: Attribute => ids(a.exprId.id)
      case OuterReference(a) => ids(a.exprId.id)
      case _ => false
    }
}

private object VariableColumns {

  /** How many nodes without a rule are passed one below the other. */
  val maxDepth = 100
}
