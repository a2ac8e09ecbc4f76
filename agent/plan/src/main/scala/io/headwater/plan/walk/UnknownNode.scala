package io.headwater.plan.walk

import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan

import io.headwater.model.Certainty
import io.headwater.plan.operators.OpaqueRules

/** A node that no rule knows: its children's lineage goes on, new columns depend on all of it and are marked as
  * unknown, and the event names the node.
  */
object UnknownNode {
  def apply(plan: LogicalPlan): NodeLineage = NodeLineage(
    below(plan),
    { site =>
      site.gap("columns", "this plan node is not known")
      OpaqueRules.madeOfAll(site, plan.output, Certainty.Unknown)
    }
  )

  /** A node whose own rule failed; the failure is already noted. */
  def failed(plan: LogicalPlan): NodeLineage =
    NodeLineage(below(plan), site => OpaqueRules.madeOfAll(site, plan.output, Certainty.Unknown))

  private def below(plan: LogicalPlan): Seq[LogicalPlan] =
    if (plan.children.nonEmpty) plan.children else plan.innerChildren.collect { case p: LogicalPlan => p }
}
