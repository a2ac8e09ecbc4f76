package io.headwater.shell.extensions

import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan

import io.headwater.model.{Dataset, PlanLineage}
import io.headwater.plan.Lineage
import io.headwater.plan.session.CachedLineage

/** The agent's own lineage of plans, for extensions that delegate to the agent. Any thread can use it: it shares no
  * state with the walk over the query.
  */
final class DelegateLookup(createLineage: => Lineage) {
  private lazy val lineage = createLineage
  @volatile private var last: Option[(LogicalPlan, PlanLineage)] = None

  def sources(plan: LogicalPlan): Vector[Dataset] = of(plan).sources
  def sinks(plan: LogicalPlan): Vector[Dataset] = of(plan).sinks.map(_.dataset)

  /** A visitor asks twice for each plan: whether it is defined there, and for the datasets. */
  private def of(plan: LogicalPlan): PlanLineage = last match {
    case Some((same, found)) if same eq plan => found
    case _ =>
      val found = lineage.of(plan)
      last = Some(plan -> found)
      found
  }

  def outputLineage(plan: LogicalPlan): CachedLineage = lineage.ofOutput(plan)
}
