package io.headwater.shell.extensions

import java.util.IdentityHashMap

import scala.collection.mutable

import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan

import io.headwater.model.{
  AddedFacet,
  Additions,
  Certainty,
  ColumnLineage,
  Dataset,
  DatasetId,
  PlanLineage,
  Sink
}
import io.headwater.plan.overrides.{NodeOverride, OverridingRules}
import io.headwater.plan.walk.NodeLineage
import io.headwater.shell.extensions.snapshot.Nodes

/** The results of extensions at the start of one run. First `rules` reads the plan with the overrides of the
  * visitors; after that the other members can be used.
  */
final class ExtensionResults(nodes: Nodes, response: ExtensionResponse) {
  // both are filled while the plan is read
  private val delegateFacets = mutable.ArrayBuffer.empty[AddedFacet]
  private val delegateNames = mutable.HashMap.empty[DatasetId, DatasetId]
  private val walked = mutable.HashSet.empty[Int] // the numbers of the nodes that the walk has reached

  private def byNode: Vector[(Int, Vector[VisitorResult])] = response.nodeResults.toVector.sortBy(_._1)

  /** The agent's rules, with the overrides of the visitors in front. */
  def rules(agentRules: LogicalPlan => NodeLineage): LogicalPlan => NodeLineage = {
    val overrides = new IdentityHashMap[LogicalPlan, NodeOverride]
    for ((i, results) <- response.nodeResults if nodes.isAnalyzed(i); plan <- nodes.node(i))
      overrides.put(plan, nodeOverride(results))
    if (overrides.isEmpty) agentRules
    else {
      val overriding = new OverridingRules(overrides, agentRules)
      plan => {
        walked ++= nodes.number(plan)
        overriding(plan)
      }
    }
  }

  /** Adds the datasets of nodes that only the optimised plan has, and those of builders. The walk does not reach
    * them.
    */
  def mergeInto(lineage: PlanLineage): PlanLineage = {
    val results = byNode.filterNot(t => nodes.isAnalyzed(t._1)).flatMap(_._2)
    val merged = lineage.merge(ExtensionResults.lineage(results ++ response.datasets))
    merged.copy(nameSuffix = ExtensionResults.additionalSuffix(byNode).orElse(merged.nameSuffix))
  }

  /** The additions to every event of the run: facets of visitors, datasets of builders, errors. */
  def runAdditions: Additions = {
    val visitorFacets = byNode.flatMap { case (i, results) =>
      ExtensionResults.facets(results).map(_.copy(isOptional = isTarget(i)))
    }
    Additions(
      visitorFacets ++ delegateFacets ++ ExtensionResults.facets(response.datasets),
      response.errors,
      ExtensionResults.lineage(response.datasets),
      delegateNames.toMap
    )
  }

  /** The additions to this event only: facets of builders. */
  def eventAdditions: Additions = Additions(response.facets)

  /** Whether the walk has not reached a node of the analysed plan: the relation that a command writes to, whose dataset
    * the command names.
    */
  private def isTarget(node: Int): Boolean = nodes.isAnalyzed(node) && !walked(node)

  private def nodeOverride(results: Vector[VisitorResult]): NodeOverride = {
    val delegates = results.exists {
      case VisitorResult.Input(None, _, _, _) | VisitorResult.Output(None, _, _, _, _, _) => true
      case _ => false
    }
    val fields = results.collect { case VisitorResult.Field(name, attribute) => name -> attribute }
    NodeOverride(
      inputs = ExtensionResults.distinct(results.collect { case VisitorResult.Input(Some(d), _, _, _) => d }),
      outputs = results.collect { case VisitorResult.Output(Some(d), _, suffix, columns, _, _) =>
        NodeOverride.Output(d, suffix, columns, fields)
      },
      columns = results.collect { case VisitorResult.Column(origin) => origin },
      extraInputs = results.collect { case VisitorResult.ExtraInput(plan) => plan },
      rowAttributes = results.collect { case VisitorResult.RowAttribute(attribute) => attribute },
      onDelegate = found => {
        delegateFacets ++= results.flatMap(ExtensionResults.facetsOfDelegate(_, found))
        delegateNames ++= results.flatMap(ExtensionResults.namesOfDelegate(_, found))
      },
      delegates = delegates,
      additive = ExtensionResults.isAdditional(results)
    )
  }
}

object ExtensionResults {

  /** For a run without calls of extensions. */
  def none: ExtensionResults = new ExtensionResults(Nodes.none, ExtensionResponse.none)

  /** The additions to the last event of a run. Visitors are not called then. */
  def atEnd(response: ExtensionResponse): Additions =
    Additions(response.facets ++ facets(response.datasets), response.errors, lineage(response.datasets))

  /** The datasets that belong to no node of the analysed plan. The row counts of Spark may refer to them. */
  private def lineage(results: Vector[VisitorResult]): PlanLineage = PlanLineage(
    sources = distinct(results.collect { case VisitorResult.Input(Some(d), _, _, _) => d }),
    sinks = results.collect { case o @ VisitorResult.Output(Some(d), _, _, _, _, _) => sink(d, o) }
      .foldLeft(Vector.empty[Sink])((all, s) =>
        if (all.exists(_.dataset.id == s.dataset.id)) all else all :+ s
      ),
    nameSuffix = results.collectFirst { case VisitorResult.Output(_, _, Some(suffix), _, _, _) => suffix }
  )

  /** Whether all datasets are added to those of the agent. If one replaces them, the override replaces all of them.
    */
  private def isAdditional(results: Vector[VisitorResult]): Boolean = {
    val flags = results.collect {
      case i: VisitorResult.Input => i.additional
      case o: VisitorResult.Output => o.additional
    }
    flags.nonEmpty && flags.forall(identity)
  }

  /** The suffix of an additional output goes before the agent's own suffix. */
  private def additionalSuffix(byNode: Vector[(Int, Vector[VisitorResult])]): Option[String] =
    byNode.flatMap(_._2).collectFirst { case VisitorResult.Output(_, _, Some(suffix), _, true, _) => suffix }

  /** The first of the datasets with one name. */
  private def distinct(datasets: Vector[Dataset]): Vector[Dataset] =
    datasets.map(_.id).distinct.flatMap(id => datasets.find(_.id == id))

  private def facets(results: Vector[VisitorResult]): Vector[AddedFacet] = results.flatMap {
    case VisitorResult.Input(Some(d), facets, _, _) => facetsOf(d.id, facets)
    case VisitorResult.Output(Some(d), facets, _, _, _, _) => facetsOf(d.id, facets)
    case _ => Vector.empty
  }

  private def facetsOf(id: DatasetId, facets: Vector[AddedFacet]): Vector[AddedFacet] =
    facets.map(_.copy(dataset = Some(id)))

  private def facetsOfDelegate(
      result: VisitorResult,
      found: NodeOverride.DelegateResult
  ): Vector[AddedFacet] = result match {
    case VisitorResult.Input(None, facets, _, _) => found.sources.flatMap(facetsOf(_, facets))
    case VisitorResult.Output(None, facets, _, _, _, _) => found.sinks.flatMap(facetsOf(_, facets))
    case _ => Vector.empty
  }

  private def namesOfDelegate(
      result: VisitorResult,
      found: NodeOverride.DelegateResult
  ): Vector[(DatasetId, DatasetId)] = {
    val names = result match {
      case VisitorResult.Input(None, _, _, newName) => found.sources.map(id => id -> newName.of(id))
      case VisitorResult.Output(None, _, _, _, _, newName) => found.sinks.map(id => id -> newName.of(id))
      case _ => Vector.empty
    }
    names.filter { case (old, name) => old != name }
  }

  private def sink(dataset: Dataset, output: VisitorResult.Output): Sink =
    Sink(
      dataset,
      output.columns.toVector.map { case (name, from) => ColumnLineage(name, from, Certainty.Declared) }
    )
}
