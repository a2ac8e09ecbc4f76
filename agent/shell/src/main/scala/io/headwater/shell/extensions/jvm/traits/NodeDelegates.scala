package io.headwater.shell.extensions.jvm.traits

import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan

import io.headwater.model.Dataset
import io.headwater.plan.naming.JobNameSuffix
import io.headwater.shell.extensions.VisitorResult

/** Converts the datasets of a plan node to visitor results. If the node names a delegate instead of a dataset, `find`
  * looks up the datasets of the delegate.
  */
private[shell] final class NodeDelegates(node: LogicalPlan, find: LogicalPlan => Vector[Dataset]) {

  def input(result: NodeDataset): Vector[VisitorResult] = result.dataset match {
    case Right(dataset) => Vector(VisitorResult.Input(dataset, result.facets))
    case Left(plan: LogicalPlan) if plan eq node => Vector(VisitorResult.DelegatedInput(result.facets))
    case Left(delegate) =>
      val (plan, datasets) = resolve(delegate)
      datasets.map(d => VisitorResult.Input(d, result.facets)) ++
        Vector(VisitorResult.ExtraInput(plan)).filter(isAcyclic)
  }

  def output(result: NodeDataset): Vector[VisitorResult] = result.dataset match {
    case Right(dataset) => Vector(output(dataset, result))
    case Left(plan: LogicalPlan) if plan eq node => Vector(VisitorResult.DelegatedOutput(result.facets))
    case Left(delegate) => resolve(delegate)._2.map(d => output(d.copy(version = None), result))
  }

  /** False for an extra input that contains the node: the walk would read it for ever. */
  def isAcyclic(result: VisitorResult): Boolean = result match {
    case VisitorResult.ExtraInput(plan) => !NodeDelegates.contains(plan, node)
    case _ => true
  }

  private def output(dataset: Dataset, result: NodeDataset): VisitorResult =
    VisitorResult.Output(dataset, result.facets, JobNameSuffix.ofLocation(dataset))

  private def resolve(delegate: AnyRef): (LogicalPlan, Vector[Dataset]) = delegate match {
    case plan: LogicalPlan =>
      val datasets = find(plan)
      if (datasets.isEmpty)
        throw new IllegalArgumentException(s"the agent finds no dataset at the delegate ${plan.nodeName}")
      plan -> datasets
    case other => throw new IllegalArgumentException(s"the delegate is no LogicalPlan: $other")
  }
}

private object NodeDelegates {

  private def contains(plan: LogicalPlan, node: LogicalPlan): Boolean =
    plan.exists(p =>
      (p eq node) ||
        p.innerChildren.exists { case inner: LogicalPlan => contains(inner, node); case _ => false }
    )
}
