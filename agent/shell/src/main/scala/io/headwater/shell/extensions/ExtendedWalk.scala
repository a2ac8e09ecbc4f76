package io.headwater.shell.extensions

import java.util.IdentityHashMap

import scala.collection.mutable

import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan
import org.apache.spark.sql.connector.catalog.Table

import io.headwater.model.{AddedFacet, Additions, DatasetId, PlanLineage}
import io.headwater.plan.overrides.{NodeOverride, OverridingRules}
import io.headwater.plan.session.SessionContext
import io.headwater.plan.walk.NodeLineage
import io.headwater.shell.extensions.snapshot.Nodes

/** The lineage of a run at its start, with what extensions have added.
  *
  * @param lasting
  *   the additions to every event of the run: facets of visitors, datasets of builders, errors
  * @param ofStart
  *   the additions to the first event only: facets of builders
  */
final case class ExtendedLineage(lineage: PlanLineage, lasting: Additions, ofStart: Additions)

/** One walk over the plan of a run with the response of the extensions: `rules` and `context` for the walk, then its
  * lineage together with the response. While the rules are used, it keeps what the agent finds at nodes that visitors delegate to it.
  */
final class ExtendedWalk(nodes: Nodes, response: ExtensionResponse) {
  import ExtendedWalk._
  private val delegateFacets = mutable.ArrayBuffer.empty[AddedFacet]
  private val delegateNames = mutable.HashMap.empty[DatasetId, DatasetId]
  private val walked = mutable.HashSet.empty[Int] // the numbers of the nodes that the walk has reached
  private val byNode: Vector[(Int, Vector[VisitorResult])] =
    response.nodeResults.groupBy(_._1).toVector.sortBy(_._1).map { case (i, all) => i -> all.map(_._2) }

  /** The context of a session, with the datasets of the tables that name theirs. */
  def context(session: SessionContext): SessionContext =
    if (response.tables.isEmpty) session
    else {
      val ids = new IdentityHashMap[Table, DatasetId]
      for ((table, id) <- response.tables) ids.put(table, id)
      session.copy(datasetOfTable = table => Option(ids.get(table)))
    }

  /** The agent's rules, with the overrides of the visitors in front. */
  def rules(agentRules: LogicalPlan => NodeLineage): LogicalPlan => NodeLineage = {
    val overrides = new IdentityHashMap[LogicalPlan, NodeOverride]
    for ((i, results) <- byNode if nodes.isAnalyzed(i); plan <- nodes.node(i))
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

  /** The lineage that the walk has found with the rules, or that of a run without a plan, with the response. */
  def result(lineage: PlanLineage): ExtendedLineage =
    ExtendedLineage(merged(lineage), lasting, Additions(response.facets))

  /** With the datasets of nodes that only the optimised plan has, and those of builders. The walk does not reach them. */
  private def merged(lineage: PlanLineage): PlanLineage = {
    val results = byNode.filterNot(t => nodes.isAnalyzed(t._1)).flatMap(_._2)
    val merged = lineage ++ VisitorResult.lineage(results ++ response.datasets)
    merged.copy(nameSuffix = additionalSuffix(byNode.flatMap(_._2)).orElse(merged.nameSuffix))
  }

  private def lasting: Additions = {
    val visitorFacets = byNode.flatMap { case (i, results) =>
      VisitorResult.facets(results).map(_.copy(isOptional = isTarget(i)))
    }
    Additions(
      visitorFacets ++ delegateFacets ++ VisitorResult.facets(response.datasets),
      response.errors,
      VisitorResult.lineage(response.datasets),
      delegateNames.toMap
    )
  }

  /** Whether the walk has not reached a node of the analysed plan: the relation that a command writes to, whose dataset
    * the command names.
    */
  private def isTarget(node: Int): Boolean = nodes.isAnalyzed(node) && !walked(node)

  private def nodeOverride(results: Vector[VisitorResult]): NodeOverride = {
    val fields = results.collect { case VisitorResult.Field(name, attribute) => name -> attribute }
    val delegated = results.collect { case d: VisitorResult.Delegated => d }
    NodeOverride(
      inputs = VisitorResult.inputs(results),
      outputs = results.collect { case o: VisitorResult.Output =>
        NodeOverride.Output(o.dataset, o.suffix, o.columns, fields)
      },
      columns = results.collect { case VisitorResult.Column(origin) => origin },
      extraInputs = results.collect { case VisitorResult.ExtraInput(plan) => plan },
      rowAttributes = results.collect { case VisitorResult.RowAttribute(attribute) => attribute },
      onDelegate = found => delegated.foreach(keep(_, found)),
      delegates = delegated.nonEmpty,
      additive = isAdditional(results)
    )
  }

  /** Keeps the facets and names for the datasets that the agent has found. */
  private def keep(result: VisitorResult.Delegated, found: NodeOverride.DelegateResult): Unit = {
    val ids = result match {
      case _: VisitorResult.DelegatedInput => found.sources
      case _: VisitorResult.DelegatedOutput => found.sinks
    }
    for (id <- ids; facet <- result.facets) delegateFacets += facet.copy(dataset = Some(id))
    for (id <- ids; name = result.newName.of(id) if name != id) delegateNames(id) = name
  }
}

object ExtendedWalk {

  /** For a run without calls of extensions. */
  def none: ExtendedWalk = new ExtendedWalk(Nodes.none, ExtensionResponse.none)

  /** Whether all datasets are added to those of the agent. If one replaces them, the override replaces all of them. */
  private def isAdditional(results: Vector[VisitorResult]): Boolean = {
    val flags = results.collect {
      case d: VisitorResult.OfDataset => d.additional
      case _: VisitorResult.Delegated => false
    }
    flags.nonEmpty && flags.forall(identity)
  }

  /** The suffix of an additional output, or one without a dataset, goes before the agent's own suffix. */
  private def additionalSuffix(results: Vector[VisitorResult]): Option[String] = results.collect {
    case o: VisitorResult.Output if o.additional => o.suffix
    case s: VisitorResult.Suffix => Some(s.text)
  }.flatten.headOption
}
