package io.headwater.plan.overrides

import java.util.IdentityHashMap

import scala.collection.immutable.LongMap

import org.apache.spark.sql.catalyst.expressions.Attribute
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan

import io.headwater.model.{Certainty, Dataset, DatasetId}
import io.headwater.plan.graph.{Edge, Kinds, Node, Scope}
import io.headwater.plan.naming.Schemas
import io.headwater.plan.walk.{NodeLineage, RuleContext, Target, Write}

/** The built-in rules, preceded by the lineage that extensions give for single nodes.
  *
  * @param builtIn
  *   the lineage of a node by the built-in rules
  */
final class OverridingRules(
    overrides: IdentityHashMap[LogicalPlan, NodeOverride],
    builtIn: LogicalPlan => NodeLineage
) extends (LogicalPlan => NodeLineage) {

  def apply(plan: LogicalPlan): NodeLineage = {
    val own = builtIn(plan)
    Option(overrides.get(plan)).fold(own)(new OverriddenNode(plan, own, _).lineage)
  }
}

/** One node with an override.
  *
  * @param own
  *   the lineage of the node by the built-in rules
  */
private final class OverriddenNode(plan: LogicalPlan, own: NodeLineage, lineageOverride: NodeOverride) {

  /** A command without a rule has its query in `innerChildren`, not in its children. */
  private val inputs: Seq[LogicalPlan] =
    if (own.inputs.nonEmpty) own.inputs else plan.innerChildren.collect { case p: LogicalPlan => p }

  def lineage: NodeLineage = {
    val extra = lineageOverride.extraInputs.filterNot(p => inputs.exists(_ eq p))
    own.copy(inputs = inputs ++ extra, derive = derive)
  }

  private def derive(original: RuleContext): Scope = {
    val columns = new ColumnOverrides(lineageOverride, original)
    val context =
      if (lineageOverride.rowAttributes.isEmpty) original else original.withRows(columns.rows)
    val ownScope = if (lineageOverride.additive) builtIn(context) else None
    val written = ownScope.fold(Set.empty[DatasetId])(_ => context.findings.writes.map(_.dataset.id).toSet)
    lineageOverride.outputs.filterNot(o => written(o.dataset.id)).foreach(write(_, columns, context))
    val scope = ownScope match {
      case Some(found) =>
        lineageOverride.inputs.foreach(context.findings.source)
        found
      case None => replaced(context)
    }
    val rows = if (original.inputs.isEmpty) columns.rows(scope.rows) else scope.rows
    scope.copy(columns = scope.columns ++ columns.all, rows = rows)
  }

  /** The scope by the built-in rule. None if that rule has found no dataset; its gaps are then removed, because the
    * extension has found one.
    */
  private def builtIn(context: RuleContext): Option[Scope] = {
    val (gaps, writes) = (context.findings.gaps.size, context.findings.writes.size)
    val scope = own.derive(context)
    val reads = plan.output.exists(a => scope.column(a.exprId.id).exists(isSource(_, context)))
    if (reads || context.findings.writes.size > writes) Some(scope)
    else {
      context.findings.truncateGaps(gaps)
      None
    }
  }

  private def isSource(node: Int, context: RuleContext): Boolean = context.graph.node(node) match {
    case _: Node.Source => true
    case _ => false
  }

  /** The scope by the override; the built-in rule is used if the override is incomplete. */
  private def replaced(context: RuleContext): Scope =
    if (lineageOverride.inputs.nonEmpty && plan.children.isEmpty) leaf(lineageOverride.inputs, context)
    else {
      lineageOverride.inputs.foreach(context.findings.source)
      if (lineageOverride.delegates) delegated(context)
      else if (
        lineageOverride.outputs.nonEmpty || lineageOverride.extraInputs.nonEmpty && isComplete(context)
      )
        context.input
      else if (isComplete(context)) withOwnRows(context)
      else own.derive(context)
    }

  /** The columns are given by the override; which rows the node has is not. If the built-in rule has a gap, the rows are
    * those of the inputs.
    */
  private def withOwnRows(context: RuleContext): Scope = {
    val gaps = context.findings.gaps.size
    val scope = own.derive(context)
    if (context.findings.gaps.size == gaps) context.input.copy(rows = scope.rows)
    else {
      context.findings.truncateGaps(gaps)
      context.input
    }
  }

  private def delegated(context: RuleContext): Scope = {
    val (sources, writes) = (context.findings.sources.size, context.findings.writes.size)
    val scope = own.derive(context)
    lineageOverride.onDelegate(NodeOverride.DelegateResult(
      context.findings.sources.drop(sources).map(_.id),
      context.findings.writes.drop(writes).map(_.dataset.id)
    ))
    scope
  }

  /** Whether the override is complete: each output column has an origin or comes from the inputs. For a node without
    * output columns, origins are not sufficient, because they do not give the dataset that it writes.
    */
  private def isComplete(context: RuleContext): Boolean = {
    val overridden = lineageOverride.columns.map(_.output).toSet
    val gives = lineageOverride.extraInputs.nonEmpty || overridden.nonEmpty && plan.output.nonEmpty
    gives && plan.output.forall(a => overridden(a.exprId.id) || context.column(a.exprId.id).isDefined)
  }

  private def leaf(datasets: Vector[Dataset], context: RuleContext): Scope = datasets match {
    case Vector(one) => context.source(withSchema(one, plan.output), plan.output)
    case many =>
      many.foreach(context.findings.source)
      val ids = many.map(_.id)
      val columns = plan.output.map(a => a.exprId.id -> columnOfAll(a, ids, context))
      Scope(LongMap(columns: _*), context.graph.nothing)
  }

  private def withSchema(dataset: Dataset, output: Seq[Attribute]): Dataset =
    if (dataset.schema.isEmpty) dataset.copy(schema = Schemas.fields(output)) else dataset

  /** A column that comes from the column of its name in each of several datasets. */
  private def columnOfAll(a: Attribute, ids: Vector[DatasetId], context: RuleContext): Int = {
    val edges = ids.map(id => Edge(context.graph.source(id, a.name), Kinds.identity))
    context.graph.derived(edges, Certainty.Declared)
  }

  private def write(output: NodeOverride.Output, columns: ColumnOverrides, context: RuleContext): Unit = {
    val query = inputs.flatMap(_.output)
    val overridden = dependencies(output, context) ++ output.fields.flatMap { case (name, id) =>
      columns.node(id).map(name -> _)
    }
    val names = overridden.map(_._1).toSet
    val others = columnNames(output.dataset, query).zip(query)
      .filterNot { case (name, _) => names(name) }
      .flatMap { case (name, a) => columns.node(a.exprId.id).map(name -> _) }
    val target = Target(withSchema(output.dataset, query), output.suffix)
    context.findings.write(Write(target, others.toVector ++ overridden, context.input.rows))
  }

  private def dependencies(output: NodeOverride.Output, context: RuleContext): Vector[(String, Int)] =
    output.columns.toVector.map { case (name, dependencies) =>
      val edges = dependencies.flatMap(d =>
        d.transformations.map { t =>
          Edge(context.graph.source(d.source), Kinds.of(t.kind, t.masking))
        }
      )
      name -> context.graph.derived(edges, Certainty.Declared)
    }

  private def columnNames(dataset: Dataset, query: Seq[Attribute]): Seq[String] =
    if (dataset.schema.size == query.size) dataset.schema.map(_.name) else query.map(_.name)
}
