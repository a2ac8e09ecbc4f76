package io.headwater.plan.overrides

import scala.collection.mutable

import io.headwater.model.Certainty
import io.headwater.plan.graph.{Edge, Kinds}
import io.headwater.plan.walk.RuleContext

/** The columns that extensions have explained, as nodes of the walk's graph. */
private[plan] final class ColumnOverrides(told: NodeOverride, site: RuleContext) {
  private val origins = told.columns.groupBy(_.output)
  private val made = mutable.HashMap.empty[Long, Int]

  /** By `ExprId`, each once. */
  def all: Vector[(Long, Int)] =
    told.columns.map(_.output).distinct.flatMap(id => explained(id, Set.empty).map(id -> _))

  /** The node of an attribute: as it is told of, else as it comes from below. */
  def node(id: Long): Option[Int] = explained(id, Set.empty).orElse(site.column(id))

  /** A rows node, with what is told to decide on rows. */
  def rows(base: Int): Int =
    if (told.rows.isEmpty) base else RuleContext.rows(site.graph, base +: told.rows.distinct.flatMap(node(_)))

  /** An attribute that is made of itself is the one that comes from below. */
  private def explained(id: Long, within: Set[Long]): Option[Int] =
    if (within(id)) None
    else made.get(id).orElse(origins.get(id).map { of =>
      val edges = of.flatMap(edgesOf(_, within + id)).distinct.filter(_.to != site.graph.nothing)
      val node = site.graph.derived(edges, Certainty.Declared)
      made(id) = node
      node
    })

  private def edgesOf(origin: NodeOverride.Origin, within: Set[Long]): Vector[Edge] = origin match {
    case NodeOverride.Column(_, from, as) =>
      val kinds = Kinds.of(as.kind, as.masking)
      from.flatMap(id => explained(id, within).orElse(site.column(id))).map(Edge(_, kinds))
    case NodeOverride.Computed(_, by) => RuleContext.identity(site.node(by))
    case NodeOverride.Held(_, column) => RuleContext.identity(site.elsewhere(column))
  }
}
