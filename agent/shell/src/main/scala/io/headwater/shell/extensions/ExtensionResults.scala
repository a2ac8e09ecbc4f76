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
  FacetTarget,
  PlanLineage,
  Sink
}
import io.headwater.plan.overrides.{NodeOverride, OverridingRules}
import io.headwater.plan.walk.NodeLineage
import io.headwater.shell.extensions.snapshot.Nodes

/** What visitors have said of one query: `rules` reads the plan with it, after that the rest can be asked for. */
final class ExtensionResults(nodes: Nodes, answer: ExtensionResponse) {
  private val delegated = mutable.ArrayBuffer.empty[AddedFacet]

  private def all: Vector[(Int, Vector[VisitorResult])] = answer.told.toVector.sortBy(_._1)

  def rules(engine: LogicalPlan => NodeLineage): LogicalPlan => NodeLineage = {
    val told = new IdentityHashMap[LogicalPlan, NodeOverride]
    for ((i, said) <- answer.told if nodes.isAnalyzed(i); plan <- nodes.node(i)) told.put(plan, tell(said))
    if (told.isEmpty) engine else new OverridingRules(told, engine)
  }

  /** Adds the datasets of nodes that the walk does not reach: those that only the optimised plan has. */
  def mergeInto(lineage: PlanLineage): PlanLineage = {
    val said = all.filterNot(t => nodes.isAnalyzed(t._1)).flatMap(_._2)
    val whole = lineage.merge(ExtensionResults.lineage(said ++ answer.datasets))
    whole.copy(nameSuffix = ExtensionResults.suffix(all).orElse(whole.nameSuffix))
  }

  /** What belongs to every event of the run: the facets of visitors, datasets that the plan does not show, and what went
    * wrong.
    */
  def lasting: Additions = {
    val named = ExtensionResults.facets(all.flatMap(_._2))
    Additions(
      named ++ delegated ++ ExtensionResults.facets(answer.datasets),
      answer.errors,
      ExtensionResults.lineage(answer.datasets)
    )
  }

  /** The facets of builders, for this event. */
  def now: Additions = Additions(answer.facets)

  private def tell(said: Vector[VisitorResult]): NodeOverride = {
    val delegates = said.exists {
      case VisitorResult.Input(None, _, _) | VisitorResult.Output(None, _, _, _, _) => true
      case _ => false
    }
    val fields = said.collect { case VisitorResult.Field(name, attribute) => name -> attribute }
    NodeOverride(
      inputs = ExtensionResults.distinct(said.collect { case VisitorResult.Input(Some(d), _, _) => d }),
      outputs = said.collect { case VisitorResult.Output(Some(d), _, suffix, columns, _) =>
        NodeOverride.Output(d, suffix, columns, fields)
      },
      columns = said.collect { case VisitorResult.Column(c) => c },
      extraInputs = said.collect { case VisitorResult.Reads(plan) => plan },
      rowAttributes = said.collect { case VisitorResult.Rows(attribute) => attribute },
      onDelegate = found => delegated ++= said.flatMap(ExtensionResults.delegated(_, found)),
      delegates = delegates,
      additive = ExtensionResults.beside(said)
    )
  }
}

object ExtensionResults {

  /** Nobody was asked. */
  def nothing: ExtensionResults = new ExtensionResults(Nodes.none, ExtensionResponse.none)

  /** What an answer at a run's end adds: nobody is asked of nodes then. */
  def atEnd(answer: ExtensionResponse): Additions =
    Additions(answer.facets ++ facets(answer.datasets), answer.errors, lineage(answer.datasets))

  /** The datasets that belong to no node of the analysed plan. Spark's own counts may be of these. */
  private def lineage(said: Vector[VisitorResult]): PlanLineage = PlanLineage(
    sources = distinct(said.collect { case VisitorResult.Input(Some(d), _, _) => d }),
    sinks = said.collect { case o @ VisitorResult.Output(Some(d), _, _, _, _) => sink(d, o) }
      .foldLeft(Vector.empty[Sink])((all, s) =>
        if (all.exists(_.dataset.id == s.dataset.id)) all else all :+ s
      ),
    nameSuffix = said.collectFirst { case VisitorResult.Output(_, _, Some(suffix), _, _) => suffix }
  )

  /** Whether all datasets are beside what the engine finds: one that replaces it counts. */
  private def beside(said: Vector[VisitorResult]): Boolean = {
    val datasets =
      said.collect { case i: VisitorResult.Input => i.beside; case o: VisitorResult.Output => o.beside }
    datasets.nonEmpty && datasets.forall(identity)
  }

  /** What is beside the engine's own still gives the end of the job's name. */
  private def suffix(told: Vector[(Int, Vector[VisitorResult])]): Option[String] =
    told.flatMap(_._2).collectFirst { case VisitorResult.Output(_, _, Some(suffix), _, true) => suffix }

  /** Of those with one name the first. */
  private def distinct(datasets: Vector[Dataset]): Vector[Dataset] =
    datasets.map(_.id).distinct.flatMap(id => datasets.find(_.id == id))

  private def facets(said: Vector[VisitorResult]): Vector[AddedFacet] = said.flatMap {
    case VisitorResult.Input(Some(d), facets, _) => added(facets, d.id)
    case VisitorResult.Output(Some(d), facets, _, _, _) => added(facets, d.id)
    case _ => Vector.empty
  }
  private def added(facets: Vector[(FacetTarget, String, String)], id: DatasetId): Vector[AddedFacet] =
    facets.map { case (target, name, json) => AddedFacet(target, name, json, Some(id)) }

  private def delegated(said: VisitorResult, found: NodeOverride.DelegateResult): Vector[AddedFacet] = said match {
    case VisitorResult.Input(None, facets, _) => found.sources.flatMap(added(facets, _))
    case VisitorResult.Output(None, facets, _, _, _) => found.sinks.flatMap(added(facets, _))
    case _ => Vector.empty
  }

  private def sink(dataset: Dataset, said: VisitorResult.Output): Sink =
    Sink(
      dataset,
      said.columns.toVector.map { case (c, from) => ColumnLineage(c, from, Certainty.Declared) }
    )
}
