package io.headwater.plan.extension

import java.util.IdentityHashMap

import scala.collection.immutable.LongMap

import org.apache.spark.sql.catalyst.expressions.Attribute
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan

import io.headwater.model.{Certainty, Dataset, DatasetId}
import io.headwater.plan.naming.Schemas
import io.headwater.plan.walk.{Edge, Kinds, Reading, Scope, Site, Write}

/** The engine's rules, and before them what extensions have said of single nodes. */
final class Telling(told: IdentityHashMap[LogicalPlan, Told], engine: LogicalPlan => Reading)
    extends (LogicalPlan => Reading) {

  def apply(plan: LogicalPlan): Reading = {
    val own = engine(plan)
    Option(told.get(plan)).fold(own)(t => Reading(inputs(plan, own), read(plan, t, own, _)))
  }

  /** A command that the engine does not know holds its query beside its children, or as an argument. */
  private def inputs(plan: LogicalPlan, own: Reading): Seq[LogicalPlan] =
    if (own.inputs.nonEmpty) own.inputs
    else if (plan.innerChildren.nonEmpty) plan.innerChildren.collect { case p: LogicalPlan => p } else Nil

  private def read(plan: LogicalPlan, told: Told, own: Reading, site: Site): Scope = {
    told.outputs.foreach(write(plan, _, own, site))
    val base =
      if (told.inputs.nonEmpty && plan.children.isEmpty) leaf(plan, told.inputs, site)
      else {
        told.inputs.foreach(id => site.findings.source(Dataset(id)))
        if (told.delegates) delegated(told, own, site)
        else if (told.outputs.nonEmpty || covered(plan, told, site)) site.input
        else own.read(site)
      }
    base.copy(columns = base.columns ++ declared(told, site))
  }

  private def delegated(told: Told, own: Reading, site: Site): Scope = {
    val (sources, writes) = (site.findings.sources.size, site.findings.writes.size)
    val scope = own.read(site)
    told.asked(Told.Delegate(
      site.findings.sources.drop(sources).map(_.id),
      site.findings.writes.drop(writes).map(_.dataset.id)
    ))
    scope
  }

  /** Nothing is left for the engine to say: every column comes through or has been explained. */
  private def covered(plan: LogicalPlan, told: Told, site: Site): Boolean = {
    val explained = told.columns.map(_.output).toSet
    explained.nonEmpty && plan.output.forall(a =>
      explained(a.exprId.id) || site.column(a.exprId.id).isDefined
    )
  }

  private def leaf(plan: LogicalPlan, ids: Vector[DatasetId], site: Site): Scope = ids match {
    case Vector(one) => site.source(Dataset(one, Schemas.fields(plan.output)), plan.output)
    case many =>
      many.foreach(id => site.findings.source(Dataset(id)))
      Scope(LongMap(plan.output.map(a => a.exprId.id -> several(a, many, site)): _*), site.graph.nothing)
  }

  /** A column of several datasets at once: that of its name in each. */
  private def several(a: Attribute, ids: Vector[DatasetId], site: Site): Int = {
    val edges = ids.map(id => Edge(site.graph.source(id, a.name), Kinds.identity))
    site.graph.derived(edges, Certainty.Declared)
  }

  private def declared(told: Told, site: Site): Vector[(Long, Int)] = told.columns.map { c =>
    val kinds = Kinds.of(c.as.kind, c.as.masking)
    val edges = c.from.flatMap(id => site.column(id)).distinct.filter(_ != site.graph.nothing)
    c.output -> site.graph.derived(edges.map(Edge(_, kinds)), Certainty.Declared)
  }

  private def write(plan: LogicalPlan, output: Told.Output, own: Reading, site: Site): Unit = {
    val query = inputs(plan, own).flatMap(_.output)
    val flowing = query.filterNot(a => output.columns.contains(a.name)).flatMap(a =>
      site.column(a.exprId.id).map(a.name -> _)
    )
    val said = output.columns.toVector.map { case (name, dependencies) =>
      val edges = dependencies.flatMap(d =>
        d.transformations.map { t =>
          Edge(site.graph.source(d.source.dataset, d.source.path), Kinds.of(t.kind, t.masking))
        }
      )
      name -> site.graph.derived(edges, Certainty.Declared)
    }
    site.findings.write(Write(
      Dataset(output.id, Schemas.fields(query)),
      flowing.toVector ++ said,
      site.input.rows,
      output.suffix
    ))
  }
}
