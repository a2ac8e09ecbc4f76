package io.headwater.shell.python

import java.util.IdentityHashMap

import scala.collection.mutable

import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan

import io.headwater.model._
import io.headwater.plan.extension.{Telling, Told}
import io.headwater.plan.walk.Reading

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
    val sources = said.collect { case Saying.Input(Some(id), _) => Dataset(id) }
    val sinks = said.collect { case o @ Saying.Output(Some(id), _, _, _) => Consulted.sink(id, o) }
    lineage.copy(
      sources = lineage.sources ++ sources.filterNot(s => lineage.sources.exists(_.id == s.id)),
      sinks = lineage.sinks ++ sinks.filterNot(s => lineage.sinks.exists(_.dataset.id == s.dataset.id)),
      nameSuffix = lineage.nameSuffix.orElse(said.collectFirst {
        case Saying.Output(_, _, Some(suffix), _) => suffix
      })
    )
  }

  /** The facets of visitors: they belong to every event of the run. */
  def lasting: Additions = {
    val named = answer.told.toVector.sortBy(_._1).flatMap(_._2).flatMap {
      case Saying.Input(Some(id), facets) => Consulted.added(facets, id)
      case Saying.Output(Some(id), facets, _, _) => Consulted.added(facets, id)
      case _ => Vector.empty
    }
    Additions(named ++ delegated)
  }

  /** The facets of builders, for this event, and what went wrong. */
  def now: Additions = Additions(answer.facets, answer.errors)

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
