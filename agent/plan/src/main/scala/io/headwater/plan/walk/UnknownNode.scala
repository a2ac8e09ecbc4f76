package io.headwater.plan.walk

import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan

import io.headwater.model.Certainty
import io.headwater.plan.graph.Scope

/** The fallback for a node that no rule matches: the columns of its children keep their lineage, new columns depend on
  * all of them with certainty `Unknown`, and a gap in the event names the node.
  */
object UnknownNode {
  def apply(plan: LogicalPlan): NodeLineage = NodeLineage(
    inputs(plan),
    { context =>
      context.gap("columns", "this plan node is not known")
      unknown(plan, context)
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
}
