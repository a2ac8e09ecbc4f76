package io.headwater.plan.nodes

import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan

import io.headwater.model.Certainty
import io.headwater.plan.walk.Reading

/** A node that no rule knows: its children's lineage goes on, new columns depend on all of it and are marked as
  * unknown, and the event names the node.
  */
object Unknown {
  def apply(plan: LogicalPlan): Reading = Reading(
    below(plan),
    { site =>
      site.gap("columns", "this plan node is not known")
      Opaque.madeOfAll(site, plan.output, Certainty.Unknown)
    }
  )

  /** A node whose own rule failed; the failure is already noted. */
  def failed(plan: LogicalPlan): Reading =
    Reading(below(plan), site => Opaque.madeOfAll(site, plan.output, Certainty.Unknown))

  private def below(plan: LogicalPlan): Seq[LogicalPlan] =
    if (plan.children.nonEmpty) plan.children else plan.innerChildren.collect { case p: LogicalPlan => p }
}
