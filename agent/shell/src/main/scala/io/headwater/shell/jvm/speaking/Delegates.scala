package io.headwater.shell.jvm.speaking

import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan

import io.headwater.model.Dataset
import io.headwater.plan.writes.Writing
import io.headwater.shell.python.answers.Saying

/** What a node says of datasets, with those that it leaves to the agent found by the agent's own walk. */
private[speaking] final class Delegates(node: LogicalPlan, find: LogicalPlan => Vector[Dataset]) {

  def input(said: Said): Vector[Saying] = said.dataset match {
    case Right(dataset) => Vector(Saying.Input(Some(dataset), said.facets))
    case Left(plan: LogicalPlan) if plan eq node => Vector(Saying.Input(None, said.facets))
    case Left(other) =>
      val (plan, datasets) = found(other)
      datasets.map(d => Saying.Input(Some(d), said.facets)) ++ Vector(Saying.Reads(plan)).filter(isSafe)
  }

  def output(said: Said): Vector[Saying] = said.dataset match {
    case Right(dataset) => Vector(written(dataset, said))
    case Left(plan: LogicalPlan) if plan eq node => Vector(Saying.Output(None, said.facets))
    case Left(other) => found(other)._2.map(d => written(d.copy(version = None), said))
  }

  /** A plan that has the node inside would be read for ever. */
  def isSafe(saying: Saying): Boolean = saying match {
    case Saying.Reads(plan) => !Delegates.has(plan, node)
    case _ => true
  }

  private def written(dataset: Dataset, said: Said): Saying =
    Saying.Output(Some(dataset), said.facets, Writing.suffix(dataset))

  private def found(delegate: AnyRef): (LogicalPlan, Vector[Dataset]) = delegate match {
    case plan: LogicalPlan =>
      val datasets = find(plan)
      if (datasets.isEmpty)
        throw new IllegalArgumentException(s"the agent finds no dataset at ${plan.nodeName}, the delegate")
      plan -> datasets
    case other => throw new IllegalArgumentException(s"a delegate that is no LogicalPlan: $other")
  }
}

private object Delegates {

  private def has(plan: LogicalPlan, node: LogicalPlan): Boolean =
    plan.exists(p =>
      (p eq node) || p.innerChildren.exists { case inner: LogicalPlan => has(inner, node); case _ => false }
    )
}
