package io.headwater.plan.walk

import io.headwater.model.{ColumnLineage, Dependency, SharedLineage}
import io.headwater.plan.graph.{Edge, Graph, Kinds}
import io.headwater.plan.session.CachedLineage

/** The graph nodes of a query that the plan does not have, such as the one that filled a checkpoint or set a variable.
  *
  * @param columns
  *   in the order of the query's columns
  * @param rows
  *   the node of what decides which rows there are
  */
final case class CachedNodes(columns: Vector[Int], rows: Int)

object CachedNodes {

  /** Adds the nodes to the graph, and what the query reads and what is not seen of it to the findings. */
  def of(cached: CachedLineage, findings: Findings): CachedNodes = {
    findings.droppedPlan(cached)
    val graph = findings.graph
    val nodes = new ColumnNodes(graph)
    val columns = nodes.of(cached.columns, cached.parts)
    val rows = graph.derived(edges(graph, cached.rows), cached.rowsCertainty)
    if (cached.fromViews.isEmpty) CachedNodes(columns, rows)
    else {
      val both = nodes.of(cached.fromViews, cached.partsFromViews).zip(columns).map { case (v, t) =>
        graph.viewColumn(v, t)
      }
      val rowsOfViews = graph.derived(edges(graph, cached.rowsFromViews), cached.rowsCertainty)
      CachedNodes(both, graph.viewColumn(rowsOfViews, rows))
    }
  }

  /** The nodes of columns. Columns without parts that share their dependencies share a node. */
  private final class ColumnNodes(graph: Graph) {
    private val whole = new SharedLineage((all, certainty) => graph.derived(edges(graph, all), certainty))

    /** @param parts the nested fields of each column, on all levels */
    def of(columns: Vector[ColumnLineage], parts: Vector[Vector[ColumnLineage]]): Vector[Int] =
      columns.zipWithIndex.map { case (column, i) => of(column, parts.lift(i).getOrElse(Vector.empty)) }

    private def of(column: ColumnLineage, parts: Vector[ColumnLineage]): Int =
      if (parts.isEmpty) whole(column) else withParts(column, parts)

    private def withParts(column: ColumnLineage, parts: Vector[ColumnLineage]): Int = {
      val depth = column.fields.size
      val fields = parts.groupBy(_.fields(depth)).flatMap { case (name, below) =>
        val (own, deeper) = below.partition(_.fields.size == depth + 1)
        own.headOption.map(field => name -> of(field, deeper))
      }
      graph.derived(edges(graph, column.dependencies), column.certainty, fields = fields)
    }
  }

  private def edges(graph: Graph, dependencies: Vector[Dependency]): Vector[Edge] =
    dependencies.map(d => Edge(graph.source(d.source), Kinds.of(d.transformations)))
}
