package io.headwater.plan.sqltext

import java.util.Locale.ROOT

import io.headwater.model.Kind
import io.headwater.plan.graph.{Edge, Graph, Kinds}

/** Combines the scopes of two queries: set operations, column aliases and the rows that they depend on. */
private[sqltext] final class JoinedScopes(graph: Graph, names: ColumnResolver) {
  import SelectItem._

  /** The columns of a set operation. Each comes from both sides, by position. */
  def setOperation(a: TextScope, b: TextScope): TextScope = {
    val items: Vector[SelectItem] = (a.columns, b.columns) match {
      case (Some(left), Some(right)) if left.size == right.size =>
        left.zip(right).map { case (l, r) =>
          Column(l.name, graph.derived(Vector(l.node, r.node).distinct.map(Edge(_, Kinds.identity))))
        }
      case _ => Vector(UnknownColumns)
    }
    TextScope(Vector(TextRelation(Vector.empty, items)), rowsOf(Seq(a.rows, b.rows)))
  }

  /** The columns under other names, as in `AS t (a, b)`. */
  def withColumnNames(scope: TextScope, others: Vector[String]): TextScope = {
    val items = scope.items
    val columns =
      if (items.nonEmpty && items.forall(_.isInstanceOf[AnyColumn]))
        for (name <- others; every <- items.collect { case e: AnyColumn => e }.take(1))
          yield Column(name, every.node)
      else
        scope.columns.filter(_.size == others.size) match {
          case Some(known) => known.zip(others).map { case (n, name) => n.copy(name = name) }
          case None => others.map(n => Column(n, names.unknown))
        }
    TextScope(scope.relations.take(1).map(_.copy(items = columns)), scope.rows)
  }

  /** The columns that both sides have, by which a natural join joins; `None` if some columns are not known. */
  def sharedColumns(a: TextScope, b: TextScope): Option[Vector[String]] =
    for (left <- a.columns; right <- b.columns)
      yield left.map(_.name).filter(name => right.exists(_.name.equalsIgnoreCase(name)))

  /** The columns of `SELECT *`: those of `USING` are first and once. Where tables have them whose columns are not known, their
    * places are not known.
    */
  def allColumns(scope: TextScope): Vector[SelectItem] = {
    val merged = scope.relations.filter(_.role == RelationRole.Merged).flatMap(_.items)
    if (merged.isEmpty) scope.items
    else
      scope.columns.fold(Vector[SelectItem](UnknownColumns)) { columns =>
        val names = merged.collect { case c: Column => c.name.toLowerCase(ROOT) }.toSet
        merged ++ columns.filterNot(c => names(c.name.toLowerCase(ROOT)))
      }
  }

  def withComparedRows(out: TextScope, other: TextScope): TextScope =
    out.copy(rows = rowsOf(Seq(rowsFromColumns(out, Kind.GroupBy), rowsFromColumns(other, Kind.GroupBy))))

  /** A node for rows that depend on every column, used as `kind`. */
  def rowsFromColumns(scope: TextScope, kind: Kind): Int = {
    val nodes = scope.items.flatMap(names.nodes)
    graph.derived(Edge(scope.rows, Kinds.identity) +: graph.edgesTo(nodes, Kinds.of(kind)))
  }

  def rowsOf(nodes: Seq[Int]): Int = graph.derived(graph.edgesTo(nodes, Kinds.identity))
}
