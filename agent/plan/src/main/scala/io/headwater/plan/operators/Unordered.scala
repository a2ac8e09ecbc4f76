package io.headwater.plan.operators

import scala.annotation.tailrec

import org.apache.spark.sql.catalyst.expressions.aggregate._
import org.apache.spark.sql.catalyst.plans.logical._
import org.apache.spark.sql.types.{DoubleType, FloatType}

import io.headwater.plan.expressions.PandasAggregate
import io.headwater.plan.walk.RuleContext

/** The inputs of an operator for which the order of rows decides nothing: `FROM (SELECT … ORDER BY a) JOIN …`. Spark's
  * optimizer removes such an order, too (`EliminateSorts`). An order counts if a limit follows it.
  */
private[operators] object Unordered {

  /** How many nodes below an operator are searched for an order. */
  private val maxNodes = 20

  /** The context of such an operator, in which its input rows do not depend on an order. */
  def inputs(operator: LogicalPlan, context: RuleContext): RuleContext =
    context.over(operator.children.zip(context.inputs).map { case (child, scope) =>
      val below = withoutOrder(child)
      if (below eq child) scope
      else context.subquery(below).fold(scope)(s => scope.copy(rows = s.rows))
    }: _*)

  /** Whether the values of an aggregate do not depend on the order of the rows. Sums of floating-point numbers do. */
  def isEnoughFor(a: Aggregate): Boolean =
    a.expressions.forall(_.deterministic) &&
      !a.aggregateExpressions.exists(_.exists(PandasAggregate.is)) &&
      a.aggregateExpressions.flatMap(_.collect { case e: AggregateExpression => e.aggregateFunction })
        .forall(ignoresOrder)

  private def ignoresOrder(function: AggregateFunction): Boolean = function match {
    case _: Count | _: Max | _: Min | _: BitAggregate => true
    case _: Sum | _: Average =>
      function.children.forall(c => c.dataType != DoubleType && c.dataType != FloatType)
    case _ => false
  }

  /** The plan below an order that has the same rows. The search is bounded, so that its cost does not grow with the plan;
    * an order that it does not reach is named.
    */
  @tailrec private def withoutOrder(plan: LogicalPlan, limit: Int = maxNodes): LogicalPlan = plan match {
    case _ if limit == 0 => plan
    case s: Sort => withoutOrder(s.child, limit - 1)
    case a: SubqueryAlias => withoutOrder(a.child, limit - 1)
    case p: Project if p.projectList.forall(_.deterministic) => withoutOrder(p.child, limit - 1)
    // ROLLUP, CUBE and GROUPING SETS
    case e: Expand if e.projections.forall(_.forall(_.deterministic)) => withoutOrder(e.child, limit - 1)
    case other => other
  }
}
