package io.headwater.plan.overrides

import java.util.IdentityHashMap

import scala.collection.immutable.LongMap

import org.apache.spark.sql.catalyst.expressions.Attribute
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan

import io.headwater.model.{Certainty, Dataset, DatasetId}
import io.headwater.plan.graph.{Edge, Kinds, Node, Scope}
import io.headwater.plan.naming.Schemas
import io.headwater.plan.walk.{NodeLineage, RuleContext, Write}

/** The engine's rules, and before them what extensions have said of single nodes. */
final class OverridingRules(
    told: IdentityHashMap[LogicalPlan, NodeOverride],
    engine: LogicalPlan => NodeLineage
) extends (LogicalPlan => NodeLineage) {

  def apply(plan: LogicalPlan): NodeLineage = {
    val own = engine(plan)
    Option(told.get(plan)).fold(own) { t =>
      val known = inputs(plan, own)
      NodeLineage(known ++ t.reads.filterNot(r => known.exists(_ eq r)), read(plan, t, own, _))
    }
  }

  /** A command that the engine does not know holds its query beside its children, or as an argument. */
  private def inputs(plan: LogicalPlan, own: NodeLineage): Seq[LogicalPlan] =
    if (own.inputs.nonEmpty) own.inputs
    else if (plan.innerChildren.nonEmpty) plan.innerChildren.collect { case p: LogicalPlan => p } else Nil

  private def read(plan: LogicalPlan, told: NodeOverride, own: NodeLineage, at: RuleContext): Scope = {
    val columns = new ColumnOverrides(told, at)
    val site = if (told.rows.isEmpty) at else at.deciding(columns.rows)
    val found = if (told.beside) engines(plan, own, site) else None
    val known = found.fold(Set.empty[DatasetId])(_ => site.findings.writes.map(_.dataset.id).toSet)
    told.outputs.filterNot(o => known(o.dataset.id)).foreach(write(plan, _, own, columns, site))
    val base = found match {
      case Some(scope) =>
        told.inputs.foreach(site.findings.source)
        scope
      case None => instead(plan, told, own, site)
    }
    Scope(base.columns ++ columns.all, if (at.inputs.isEmpty) columns.rows(base.rows) else base.rows)
  }

  private def instead(plan: LogicalPlan, told: NodeOverride, own: NodeLineage, site: RuleContext): Scope =
    if (told.inputs.nonEmpty && plan.children.isEmpty) leaf(plan, told.inputs, site)
    else {
      told.inputs.foreach(site.findings.source)
      if (told.delegates) delegated(told, own, site)
      else if (told.outputs.nonEmpty || covered(plan, told, site)) site.input
      else own.read(site)
    }

  /** What the engine itself makes of a node. None where it finds no dataset there; that is no gap then, for somebody
    * else has found one.
    */
  private def engines(plan: LogicalPlan, own: NodeLineage, site: RuleContext): Option[Scope] = {
    val (gaps, writes) = (site.findings.gaps.size, site.findings.writes.size)
    val scope = own.read(site)
    val reads = plan.output.exists(a => scope.column(a.exprId.id).exists(isDataset(_, site)))
    if (reads || site.findings.writes.size > writes) Some(scope)
    else {
      site.findings.explained(gaps)
      None
    }
  }

  private def isDataset(node: Int, site: RuleContext): Boolean = site.graph.node(node) match {
    case _: Node.Source => true
    case _ => false
  }

  private def delegated(told: NodeOverride, own: NodeLineage, site: RuleContext): Scope = {
    val (sources, writes) = (site.findings.sources.size, site.findings.writes.size)
    val scope = own.read(site)
    told.asked(NodeOverride.Delegate(
      site.findings.sources.drop(sources).map(_.id),
      site.findings.writes.drop(writes).map(_.dataset.id)
    ))
    scope
  }

  /** Nothing is left for the engine to say: every column comes through or has been explained. */
  private def covered(plan: LogicalPlan, told: NodeOverride, site: RuleContext): Boolean = {
    val explained = told.columns.map(_.output).toSet
    val isSaid =
      told.reads.nonEmpty || explained.nonEmpty && plan.output.nonEmpty // of a sink, its write is not
    isSaid && plan.output.forall(a =>
      explained(a.exprId.id) || site.column(a.exprId.id).isDefined
    )
  }

  private def leaf(plan: LogicalPlan, datasets: Vector[Dataset], site: RuleContext): Scope = datasets match {
    case Vector(one) => site.source(withSchema(one, plan.output), plan.output)
    case many =>
      many.foreach(site.findings.source)
      val ids = many.map(_.id)
      Scope(LongMap(plan.output.map(a => a.exprId.id -> several(a, ids, site)): _*), site.graph.nothing)
  }

  private def withSchema(dataset: Dataset, output: Seq[Attribute]): Dataset =
    if (dataset.schema.isEmpty) dataset.copy(schema = Schemas.fields(output)) else dataset

  /** A column of several datasets at once: that of its name in each. */
  private def several(a: Attribute, ids: Vector[DatasetId], site: RuleContext): Int = {
    val edges = ids.map(id => Edge(site.graph.source(id, a.name), Kinds.identity))
    site.graph.derived(edges, Certainty.Declared)
  }

  private def write(
      plan: LogicalPlan,
      output: NodeOverride.Output,
      own: NodeLineage,
      columns: ColumnOverrides,
      site: RuleContext
  ): Unit = {
    val query = inputs(plan, own).flatMap(_.output)
    val told = said(output, site) ++ output.fields.flatMap { case (name, id) =>
      columns.node(id).map(name -> _)
    }
    val flowing = names(output.dataset, query).zip(query).filterNot { case (name, _) =>
      told.exists(_._1 == name)
    }.flatMap { case (name, a) => columns.node(a.exprId.id).map(name -> _) }
    site.findings.write(Write(
      withSchema(output.dataset, query),
      flowing.toVector ++ told,
      site.input.rows,
      output.suffix
    ))
  }

  private def said(output: NodeOverride.Output, site: RuleContext): Vector[(String, Int)] =
    output.columns.toVector.map { case (name, dependencies) =>
      val edges = dependencies.flatMap(d =>
        d.transformations.map { t =>
          Edge(site.graph.source(d.source.dataset, d.source.path), Kinds.of(t.kind, t.masking))
        }
      )
      name -> site.graph.derived(edges, Certainty.Declared)
    }

  private def names(dataset: Dataset, query: Seq[Attribute]): Seq[String] =
    if (dataset.schema.size == query.size) dataset.schema.map(_.name) else query.map(_.name)
}
