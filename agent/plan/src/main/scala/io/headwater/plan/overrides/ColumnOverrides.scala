package io.headwater.plan.overrides

import scala.collection.mutable

import io.headwater.model.Certainty
import io.headwater.plan.graph.{Edge, Kinds}
import io.headwater.plan.walk.RuleContext

/** The attributes with an origin in a [[NodeOverride]], as nodes of the walk's graph. */
private[overrides] final class ColumnOverrides(lineage: NodeOverride, context: RuleContext) {
  private val origins = lineage.columns.groupBy(_.output)
  private val nodes = mutable.HashMap.empty[Long, Int]

  /** The nodes of all such attributes by `ExprId`. */
  def all: Vector[(Long, Int)] =
    lineage.columns.map(_.output).distinct.flatMap(id => overridden(id, Set.empty).map(id -> _))

  /** The node of an attribute: by its origins, or else from the inputs. */
  def node(id: Long): Option[Int] = overridden(id, Set.empty).orElse(context.column(id))

  /** The rows of `base`, further decided by the row attributes of the override. */
  def rows(base: Int): Int =
    if (lineage.rowAttributes.isEmpty) base
    else RuleContext.combineRows(context.graph, base +: lineage.rowAttributes.distinct.flatMap(node(_)))

  /** @param open
    *   the attributes that are being computed; an attribute that refers to itself means the attribute of the inputs
    */
  private def overridden(id: Long, open: Set[Long]): Option[Int] =
    if (open(id)) None
    else nodes.get(id).orElse(origins.get(id).map { own =>
      val edges = own.flatMap(edgesOf(_, open + id)).distinct.filter(_.to != context.graph.nothing)
      val node = context.graph.derived(edges, Certainty.Declared)
      nodes(id) = node
      node
    })

  private def edgesOf(origin: NodeOverride.Origin, open: Set[Long]): Vector[Edge] = origin match {
    case NodeOverride.FromAttributes(_, inputs, transformation) =>
      val kinds = Kinds.of(transformation.kind, transformation.masking)
      inputs.flatMap(id => overridden(id, open).orElse(context.column(id))).map(Edge(_, kinds))
    case NodeOverride.FromExpression(_, expression) => RuleContext.identity(context.node(expression))
    case NodeOverride.FromSource(_, column) => RuleContext.identity(context.sourceColumn(column))
  }
}
