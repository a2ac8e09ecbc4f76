package io.headwater.plan.overrides

import scala.collection.mutable

import io.headwater.model.Certainty
import io.headwater.plan.graph.{Edge, Kinds}
import io.headwater.plan.walk.RuleContext

/** The columns that extensions have explained, as nodes of the walk's graph. */
private[plan] final class ColumnOverrides(told: NodeOverride, context: RuleContext) {
  private val origins = told.columns.groupBy(_.output)
  private val made = mutable.HashMap.empty[Long, Int]

  /** By `ExprId`, each once. */
  def all: Vector[(Long, Int)] =
    told.columns.map(_.output).distinct.flatMap(id => explained(id, Set.empty).map(id -> _))

  /** The node of an attribute: as it is told of, else as it comes from below. */
  def node(id: Long): Option[Int] = explained(id, Set.empty).orElse(context.column(id))

  /** A rows node, with what is told to decide on rows. */
  def rows(base: Int): Int =
    if (told.rowAttributes.isEmpty) base else RuleContext.combineRows(context.graph, base +: told.rowAttributes.distinct.flatMap(node(_)))

  /** An attribute that is made of itself is the one that comes from below. */
  private def explained(id: Long, within: Set[Long]): Option[Int] =
    if (within(id)) None
    else made.get(id).orElse(origins.get(id).map { of =>
      val edges = of.flatMap(edgesOf(_, within + id)).distinct.filter(_.to != context.graph.nothing)
      val node = context.graph.derived(edges, Certainty.Declared)
      made(id) = node
      node
    })

  private def edgesOf(origin: NodeOverride.Origin, within: Set[Long]): Vector[Edge] = origin match {
    case NodeOverride.FromAttributes(_, from, as) =>
      val kinds = Kinds.of(as.kind, as.masking)
      from.flatMap(id => explained(id, within).orElse(context.column(id))).map(Edge(_, kinds))
    case NodeOverride.FromExpression(_, by) => RuleContext.identity(context.node(by))
    case NodeOverride.FromSource(_, column) => RuleContext.identity(context.sourceColumn(column))
  }
}
