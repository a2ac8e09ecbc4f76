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
    val fields = said.collect { case Saying.Field(name, attribute) => name -> attribute }
    Told(
      inputs = Consulted.distinct(said.collect { case Saying.Input(Some(d), _) => d }),
      outputs = said.collect { case Saying.Output(Some(d), _, suffix, columns) =>
        Told.Output(d, suffix, columns, fields)
      },
      columns = said.collect { case Saying.Column(c) => c },
      reads = said.collect { case Saying.Reads(plan) => plan },
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
    sources = distinct(said.collect { case Saying.Input(Some(d), _) => d }),
    sinks = said.collect { case o @ Saying.Output(Some(d), _, _, _) => sink(d, o) }
      .foldLeft(Vector.empty[Sink])((all, s) =>
        if (all.exists(_.dataset.id == s.dataset.id)) all else all :+ s
      ),
    nameSuffix = said.collectFirst { case Saying.Output(_, _, Some(suffix), _) => suffix }
  )

  /** Of those with one name the first. */
  private def distinct(datasets: Vector[Dataset]): Vector[Dataset] =
    datasets.map(_.id).distinct.flatMap(id => datasets.find(_.id == id))

  private def facets(said: Vector[Saying]): Vector[AddedFacet] = said.flatMap {
    case Saying.Input(Some(d), facets) => added(facets, d.id)
    case Saying.Output(Some(d), facets, _, _) => added(facets, d.id)
    case _ => Vector.empty
  }
  private def added(facets: Vector[(FacetTarget, String, String)], id: DatasetId): Vector[AddedFacet] =
    facets.map { case (target, name, json) => AddedFacet(target, name, json, Some(id)) }

  private def delegated(said: Saying, found: Told.Delegate): Vector[AddedFacet] = said match {
    case Saying.Input(None, facets) => found.sources.flatMap(added(facets, _))
    case Saying.Output(None, facets, _, _) => found.sinks.flatMap(added(facets, _))
    case _ => Vector.empty
  }

  private def sink(dataset: Dataset, said: Saying.Output): Sink =
    Sink(
      dataset,
      said.columns.toVector.map { case (c, from) => ColumnLineage(c, from, Certainty.Declared) }
    )
}
