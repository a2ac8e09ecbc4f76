package io.headwater.plan.sqltext

import java.util.Locale.ROOT

import io.headwater.model.Kind
import io.headwater.plan.graph.{Edge, Graph, Kinds}

/** Combines the scopes of two queries: set operations, column aliases and the rows that they depend on. */
private[sqltext] final class JoinedScopes(graph: Graph) {
  import SelectItem._

  /** The columns of a set operation. Each comes from both sides, by position. */
  def setOperation(a: TextScope, b: TextScope): TextScope = {
    val (left, right) = (a.items.collect { case n: Column => n }, b.items.collect { case n: Column => n })
    val plain = left.size == a.items.size && right.size == b.items.size && left.size == right.size
    val items: Vector[SelectItem] =
      if (!plain) Vector(UnknownColumns)
      else left.zip(right).map { case (l, r) =>
        Column(l.name, graph.derived(Vector(l.node, r.node).distinct.map(Edge(_, Kinds.identity))))
      }
    TextScope(Vector(TextRelation(Vector.empty, items)), rowsOf(Seq(a.rows, b.rows)))
  }

  /** The columns under other names, as in `AS t (a, b)`. */
  def withColumnNames(scope: TextScope, others: Vector[String], unknown: Int): TextScope = {
    val items = scope.items
    val known = items.collect { case n: Column => n }
    val columns =
      if (items.nonEmpty && items.forall(_.isInstanceOf[AnyColumn]))
        for (name <- others; every <- items.collect { case e: AnyColumn => e }.take(1))
          yield Column(name, every.node)
      else if (known.size == items.size && known.size == others.size)
        known.zip(others).map { case (n, name) => n.copy(name = name) }
      else others.map(n => Column(n, unknown))
    TextScope(scope.relations.take(1).map(_.copy(items = columns)), scope.rows)
  }

  /** The columns that both sides have, by which a natural join joins; `None` if some columns are not known. */
  def sharedColumns(a: TextScope, b: TextScope): Option[Vector[String]] = {
    val (left, right) = (a.items.collect { case n: Column => n }, b.items.collect { case n: Column => n })
    if (left.size < a.items.size || right.size < b.items.size) None
    else Some(left.map(_.name).filter(name => right.exists(_.name.equalsIgnoreCase(name))))
  }

  /** The columns of `SELECT *`: those of `USING` are first and once. Where tables have them whose columns are not known, their
    * places are not known.
    */
  def allColumns(scope: TextScope): Vector[SelectItem] = {
    val (merged, others) = scope.relations.partition(_.merged)
    val names = merged.flatMap(_.items).collect { case c: Column => c.name.toLowerCase(ROOT) }.toSet
    if (merged.isEmpty) scope.items
    else if (!scope.items.forall(_.isInstanceOf[Column])) Vector(UnknownColumns)
    else
      merged.flatMap(_.items) ++ others.flatMap(_.items).filter {
        case c: Column => !names(c.name.toLowerCase(ROOT))
        case _ => true
      }
  }

  def withComparedRows(out: TextScope, other: TextScope): TextScope =
    out.copy(rows = rowsOf(Seq(rowsFromColumns(out, Kind.GroupBy), rowsFromColumns(other, Kind.GroupBy))))

  /** A node for rows that depend on every column, used as `kind`. */
  def rowsFromColumns(scope: TextScope, kind: Kind): Int = {
    val nodes = scope.items.collect { case Column(_, node) => node }
    graph.derived(Edge(scope.rows, Kinds.identity) +: graph.edgesTo(nodes, Kinds.of(kind)))
  }

  def rowsOf(nodes: Seq[Int]): Int = graph.derived(graph.edgesTo(nodes, Kinds.identity))
}
