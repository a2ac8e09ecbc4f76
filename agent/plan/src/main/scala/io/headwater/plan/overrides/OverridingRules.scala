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
      NodeLineage(known ++ t.extraInputs.filterNot(r => known.exists(_ eq r)), read(plan, t, own, _))
    }
  }

  /** A command that the engine does not know holds its query beside its children, or as an argument. */
  private def inputs(plan: LogicalPlan, own: NodeLineage): Seq[LogicalPlan] =
    if (own.inputs.nonEmpty) own.inputs
    else if (plan.innerChildren.nonEmpty) plan.innerChildren.collect { case p: LogicalPlan => p } else Nil

  private def read(plan: LogicalPlan, told: NodeOverride, own: NodeLineage, at: RuleContext): Scope = {
    val columns = new ColumnOverrides(told, at)
    val context = if (told.rowAttributes.isEmpty) at else at.withRows(columns.rows)
    val found = if (told.additive) engines(plan, own, context) else None
    val known = found.fold(Set.empty[DatasetId])(_ => context.findings.writes.map(_.dataset.id).toSet)
    told.outputs.filterNot(o => known(o.dataset.id)).foreach(write(plan, _, own, columns, context))
    val base = found match {
      case Some(scope) =>
        told.inputs.foreach(context.findings.source)
        scope
      case None => instead(plan, told, own, context)
    }
    Scope(base.columns ++ columns.all, if (at.inputs.isEmpty) columns.rows(base.rows) else base.rows)
  }

  private def instead(plan: LogicalPlan, told: NodeOverride, own: NodeLineage, context: RuleContext): Scope =
    if (told.inputs.nonEmpty && plan.children.isEmpty) leaf(plan, told.inputs, context)
    else {
      told.inputs.foreach(context.findings.source)
      if (told.delegates) delegated(told, own, context)
      else if (told.outputs.nonEmpty || covered(plan, told, context)) context.input
      else own.read(context)
    }

  /** What the engine itself makes of a node. None where it finds no dataset there; that is no gap then, for somebody
    * else has found one.
    */
  private def engines(plan: LogicalPlan, own: NodeLineage, context: RuleContext): Option[Scope] = {
    val (gaps, writes) = (context.findings.gaps.size, context.findings.writes.size)
    val scope = own.read(context)
    val reads = plan.output.exists(a => scope.column(a.exprId.id).exists(isDataset(_, context)))
    if (reads || context.findings.writes.size > writes) Some(scope)
    else {
      context.findings.truncateGaps(gaps)
      None
    }
  }

  private def isDataset(node: Int, context: RuleContext): Boolean = context.graph.node(node) match {
    case _: Node.Source => true
    case _ => false
  }

  private def delegated(told: NodeOverride, own: NodeLineage, context: RuleContext): Scope = {
    val (sources, writes) = (context.findings.sources.size, context.findings.writes.size)
    val scope = own.read(context)
    told.onDelegate(NodeOverride.DelegateResult(
      context.findings.sources.drop(sources).map(_.id),
      context.findings.writes.drop(writes).map(_.dataset.id)
    ))
    scope
  }

  /** Nothing is left for the engine to say: every column comes through or has been explained. */
  private def covered(plan: LogicalPlan, told: NodeOverride, context: RuleContext): Boolean = {
    val explained = told.columns.map(_.output).toSet
    val isSaid =
      told.extraInputs.nonEmpty || explained.nonEmpty && plan.output.nonEmpty // of a sink, its write is not
    isSaid && plan.output.forall(a =>
      explained(a.exprId.id) || context.column(a.exprId.id).isDefined
    )
  }

  private def leaf(plan: LogicalPlan, datasets: Vector[Dataset], context: RuleContext): Scope = datasets match {
    case Vector(one) => context.source(withSchema(one, plan.output), plan.output)
    case many =>
      many.foreach(context.findings.source)
      val ids = many.map(_.id)
      Scope(LongMap(plan.output.map(a => a.exprId.id -> several(a, ids, context)): _*), context.graph.nothing)
  }

  private def withSchema(dataset: Dataset, output: Seq[Attribute]): Dataset =
    if (dataset.schema.isEmpty) dataset.copy(schema = Schemas.fields(output)) else dataset

  /** A column of several datasets at once: that of its name in each. */
  private def several(a: Attribute, ids: Vector[DatasetId], context: RuleContext): Int = {
    val edges = ids.map(id => Edge(context.graph.source(id, a.name), Kinds.identity))
    context.graph.derived(edges, Certainty.Declared)
  }

  private def write(
      plan: LogicalPlan,
      output: NodeOverride.Output,
      own: NodeLineage,
      columns: ColumnOverrides,
      context: RuleContext
  ): Unit = {
    val query = inputs(plan, own).flatMap(_.output)
    val told = said(output, context) ++ output.fields.flatMap { case (name, id) =>
      columns.node(id).map(name -> _)
    }
    val flowing = names(output.dataset, query).zip(query).filterNot { case (name, _) =>
      told.exists(_._1 == name)
    }.flatMap { case (name, a) => columns.node(a.exprId.id).map(name -> _) }
    context.findings.write(Write(
      withSchema(output.dataset, query),
      flowing.toVector ++ told,
      context.input.rows,
      output.suffix
    ))
  }

  private def said(output: NodeOverride.Output, context: RuleContext): Vector[(String, Int)] =
    output.columns.toVector.map { case (name, dependencies) =>
      val edges = dependencies.flatMap(d =>
        d.transformations.map { t =>
          Edge(context.graph.source(d.source.dataset, d.source.path), Kinds.of(t.kind, t.masking))
        }
      )
      name -> context.graph.derived(edges, Certainty.Declared)
    }

  private def names(dataset: Dataset, query: Seq[Attribute]): Seq[String] =
    if (dataset.schema.size == query.size) dataset.schema.map(_.name) else query.map(_.name)
}
