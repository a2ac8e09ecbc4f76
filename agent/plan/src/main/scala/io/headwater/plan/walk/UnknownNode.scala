package io.headwater.plan.walk

import org.apache.spark.sql.catalyst.expressions.Expression
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan

import io.headwater.model.{Certainty, Kind}
import io.headwater.plan.graph.Scope

/** The fallback for a node that no rule matches: the columns of its children keep their lineage, new columns depend on
  * all of them with certainty `Unknown`, and a gap in the event names the node. The node may be a filter, so what its
  * expressions refer to decides on the rows.
  */
object UnknownNode {
  def apply(plan: LogicalPlan): NodeLineage = NodeLineage(
    inputs(plan),
    { context =>
      context.gap("columns", "this plan node is not known")
      unknown(plan, context).copy(rows = context.rows(Kind.Filter, conditions(plan, context)))
    }
  )

  /** The fallback for a node whose own rule failed. The walk has already recorded the failure as a gap. */
  def failed(plan: LogicalPlan): NodeLineage = NodeLineage(inputs(plan), unknown(plan, _))

  private def inputs(plan: LogicalPlan): Seq[LogicalPlan] =
    if (plan.children.nonEmpty) plan.children else plan.innerChildren.collect { case p: LogicalPlan => p }

  private def unknown(plan: LogicalPlan, context: RuleContext): Scope = {
    val created = plan.output.filterNot(a => context.input.columns.contains(a.exprId.id))
    val opaque = context.opaque(created, context.inputEdges, Certainty.Unknown)
    Scope(context.input.columns ++ opaque.columns, context.input.rows)
  }

  /** What the node has of its inputs in its expressions. Those that also have columns which the node makes, such as a list
    * of its output, count by the columns of the inputs.
    */
  private def conditions(plan: LogicalPlan, context: RuleContext): Seq[Expression] =
    plan.expressions.flatMap { e =>
      val (read, made) = e.references.toSeq.partition(a => context.column(a.exprId.id).isDefined)
      if (made.isEmpty) Seq(e) else read
    }
}
