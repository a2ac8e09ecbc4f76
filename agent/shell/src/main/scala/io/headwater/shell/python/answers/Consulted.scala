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

  private def all: Vector[(Int, Vector[Saying])] = answer.told.toVector.sortBy(_._1)

  def rules(engine: LogicalPlan => Reading): LogicalPlan => Reading = {
    val told = new IdentityHashMap[LogicalPlan, Told]
    for ((i, said) <- answer.told if nodes.isAnalyzed(i); plan <- nodes.node(i)) told.put(plan, tell(said))
    if (told.isEmpty) engine else new Telling(told, engine)
  }

  /** With the datasets of nodes that the walk does not meet: those that only the optimised plan has. */
  def also(lineage: PlanLineage): PlanLineage = {
    val said = all.filterNot(t => nodes.isAnalyzed(t._1)).flatMap(_._2)
    val whole = lineage.and(Consulted.lineage(said ++ answer.datasets))
    whole.copy(nameSuffix = Consulted.suffix(all).orElse(whole.nameSuffix))
  }

  /** What belongs to every event of the run: the facets of visitors, datasets that the plan does not show, and what went
    * wrong.
    */
  def lasting: Additions = {
    val named = Consulted.facets(all.flatMap(_._2))
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
      case Saying.Input(None, _, _) | Saying.Output(None, _, _, _, _) => true
      case _ => false
    }
    val fields = said.collect { case Saying.Field(name, attribute) => name -> attribute }
    Told(
      inputs = Consulted.distinct(said.collect { case Saying.Input(Some(d), _, _) => d }),
      outputs = said.collect { case Saying.Output(Some(d), _, suffix, columns, _) =>
        Told.Output(d, suffix, columns, fields)
      },
      columns = said.collect { case Saying.Column(c) => c },
      reads = said.collect { case Saying.Reads(plan) => plan },
      rows = said.collect { case Saying.Rows(attribute) => attribute },
      asked = found => delegated ++= said.flatMap(Consulted.delegated(_, found)),
      delegates = delegates,
      beside = Consulted.beside(said)
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
    sources = distinct(said.collect { case Saying.Input(Some(d), _, _) => d }),
    sinks = said.collect { case o @ Saying.Output(Some(d), _, _, _, _) => sink(d, o) }
      .foldLeft(Vector.empty[Sink])((all, s) =>
        if (all.exists(_.dataset.id == s.dataset.id)) all else all :+ s
      ),
    nameSuffix = said.collectFirst { case Saying.Output(_, _, Some(suffix), _, _) => suffix }
  )

  /** Whether all datasets are beside what the engine finds: one that replaces it counts. */
  private def beside(said: Vector[Saying]): Boolean = {
    val datasets = said.collect { case i: Saying.Input => i.beside; case o: Saying.Output => o.beside }
    datasets.nonEmpty && datasets.forall(identity)
  }

  /** What is beside the engine's own still gives the end of the job's name. */
  private def suffix(told: Vector[(Int, Vector[Saying])]): Option[String] =
    told.flatMap(_._2).collectFirst { case Saying.Output(_, _, Some(suffix), _, true) => suffix }

  /** Of those with one name the first. */
  private def distinct(datasets: Vector[Dataset]): Vector[Dataset] =
    datasets.map(_.id).distinct.flatMap(id => datasets.find(_.id == id))

  private def facets(said: Vector[Saying]): Vector[AddedFacet] = said.flatMap {
    case Saying.Input(Some(d), facets, _) => added(facets, d.id)
    case Saying.Output(Some(d), facets, _, _, _) => added(facets, d.id)
    case _ => Vector.empty
  }
  private def added(facets: Vector[(FacetTarget, String, String)], id: DatasetId): Vector[AddedFacet] =
    facets.map { case (target, name, json) => AddedFacet(target, name, json, Some(id)) }

  private def delegated(said: Saying, found: Told.Delegate): Vector[AddedFacet] = said match {
    case Saying.Input(None, facets, _) => found.sources.flatMap(added(facets, _))
    case Saying.Output(None, facets, _, _, _) => found.sinks.flatMap(added(facets, _))
    case _ => Vector.empty
  }

  private def sink(dataset: Dataset, said: Saying.Output): Sink =
    Sink(
      dataset,
      said.columns.toVector.map { case (c, from) => ColumnLineage(c, from, Certainty.Declared) }
    )
}
