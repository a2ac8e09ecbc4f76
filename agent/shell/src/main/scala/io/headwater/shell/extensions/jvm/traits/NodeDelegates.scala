package io.headwater.shell.extensions.jvm.traits

import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan

import io.headwater.model.Dataset
import io.headwater.plan.writes.WriteRule
import io.headwater.shell.extensions.VisitorResult

/** What a node says of datasets, with those that it leaves to the agent found by the agent's own walk. */
private[shell] final class NodeDelegates(node: LogicalPlan, find: LogicalPlan => Vector[Dataset]) {

  def input(said: NodeResult): Vector[VisitorResult] = said.dataset match {
    case Right(dataset) => Vector(VisitorResult.Input(Some(dataset), said.facets))
    case Left(plan: LogicalPlan) if plan eq node => Vector(VisitorResult.Input(None, said.facets))
    case Left(other) =>
      val (plan, datasets) = found(other)
      datasets.map(d => VisitorResult.Input(Some(d), said.facets)) ++ Vector(
        VisitorResult.Reads(plan)
      ).filter(isSafe)
  }

  def output(said: NodeResult): Vector[VisitorResult] = said.dataset match {
    case Right(dataset) => Vector(written(dataset, said))
    case Left(plan: LogicalPlan) if plan eq node => Vector(VisitorResult.Output(None, said.facets))
    case Left(other) => found(other)._2.map(d => written(d.copy(version = None), said))
  }

  /** A plan that has the node inside would be read for ever. */
  def isSafe(saying: VisitorResult): Boolean = saying match {
    case VisitorResult.Reads(plan) => !NodeDelegates.has(plan, node)
    case _ => true
  }

  private def written(dataset: Dataset, said: NodeResult): VisitorResult =
    VisitorResult.Output(Some(dataset), said.facets, WriteRule.suffix(dataset))

  private def found(delegate: AnyRef): (LogicalPlan, Vector[Dataset]) = delegate match {
    case plan: LogicalPlan =>
      val datasets = find(plan)
      if (datasets.isEmpty)
        throw new IllegalArgumentException(s"the agent finds no dataset at ${plan.nodeName}, the delegate")
      plan -> datasets
    case other => throw new IllegalArgumentException(s"a delegate that is no LogicalPlan: $other")
  }
}

private object NodeDelegates {

  private def has(plan: LogicalPlan, node: LogicalPlan): Boolean =
    plan.exists(p =>
      (p eq node) || p.innerChildren.exists { case inner: LogicalPlan => has(inner, node); case _ => false }
    )
}
