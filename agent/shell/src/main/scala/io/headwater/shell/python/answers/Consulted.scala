package io.headwater.shell.python.answers

import java.util.IdentityHashMap

import scala.collection.mutable

import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan

import io.headwater.model._
import io.headwater.plan.extension.{Telling, Told}
import io.headwater.plan.walk.Reading
import io.headwater.shell.python.snapshot.Nodes

/** What visitors have said of one query: `rules` reads the plan with it, after that the rest can be asked for. */
final class Consulted(nodes: Nodes, answer: Answer) {
  private val delegated = mutable.ArrayBuffer.empty[AddedFacet]

  def rules(engine: LogicalPlan => Reading): LogicalPlan => Reading = {
    val told = new IdentityHashMap[LogicalPlan, Told]
    for ((i, said) <- answer.told if nodes.isAnalyzed(i); plan <- nodes.node(i)) told.put(plan, tell(said))
    if (told.isEmpty) engine else new Telling(told, engine)
  }

  /** With the datasets of nodes that the walk does not meet: those that only the optimised plan has. */
  def also(lineage: PlanLineage): PlanLineage = {
    val said = answer.told.toVector.sortBy(_._1).filterNot(t => nodes.isAnalyzed(t._1)).flatMap(_._2)
    lineage.and(Consulted.lineage(said ++ answer.datasets))
  }

  /** What belongs to every event of the run: the facets of visitors, datasets that the plan does not show, and what went
    * wrong.
    */
  def lasting: Additions = {
    val named = Consulted.facets(answer.told.toVector.sortBy(_._1).flatMap(_._2))
    Additions(
      named ++ delegated ++ Consulted.facets(answer.datasets),
      answer.errors,
      Consulted.lineage(answer.datasets)
    )
  }

  /** The facets of builders, for this event. */
  def now: Additions = Additions(answer.facets)

  private def tell(said: Vector[Saying]): Told = {
    val delegates = said.exists {
      case Saying.Input(None, _) | Saying.Output(None, _, _, _) => true
      case _ => false
    }
    Told(
      inputs = said.collect { case Saying.Input(Some(id), _) => id }.distinct,
      outputs = said.collect { case Saying.Output(Some(id), _, suffix, columns) =>
        Told.Output(id, suffix, columns)
      },
      columns = said.collect { case Saying.Column(c) => c },
      asked = found => delegated ++= said.flatMap(Consulted.delegated(_, found)),
      delegates = delegates
    )
  }
}

object Consulted {

  /** Nobody was asked. */
  def nothing: Consulted = new Consulted(Nodes.none, Answer.none)

  /** What an answer at a run's end adds: nobody is asked of nodes then. */
  def atEnd(answer: Answer): Additions =
    Additions(answer.facets ++ facets(answer.datasets), answer.errors, lineage(answer.datasets))

  /** The datasets that belong to no node of the analysed plan. Spark's own counts may be of these. */
  private def lineage(said: Vector[Saying]): PlanLineage = PlanLineage(
    sources = said.collect { case Saying.Input(Some(id), _) => Dataset(id) },
    sinks = said.collect { case o @ Saying.Output(Some(id), _, _, _) => sink(id, o) },
    nameSuffix = said.collectFirst { case Saying.Output(_, _, Some(suffix), _) => suffix }
  )

  private def facets(said: Vector[Saying]): Vector[AddedFacet] = said.flatMap {
    case Saying.Input(Some(id), facets) => added(facets, id)
    case Saying.Output(Some(id), facets, _, _) => added(facets, id)
    case _ => Vector.empty
  }
  private def added(facets: Vector[(FacetTarget, String, String)], id: DatasetId): Vector[AddedFacet] =
    facets.map { case (target, name, json) => AddedFacet(target, name, json, Some(id)) }

  private def delegated(said: Saying, found: Told.Delegate): Vector[AddedFacet] = said match {
    case Saying.Input(None, facets) => found.sources.flatMap(added(facets, _))
    case Saying.Output(None, facets, _, _) => found.sinks.flatMap(added(facets, _))
    case _ => Vector.empty
  }

  private def sink(id: DatasetId, said: Saying.Output): Sink =
    Sink(
      Dataset(id),
      said.columns.toVector.map { case (c, from) => ColumnLineage(c, from, Certainty.Declared) }
    )
}
