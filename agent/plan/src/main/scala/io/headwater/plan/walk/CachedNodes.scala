package io.headwater.plan.walk

import io.headwater.model.{ColumnLineage, Dependency}
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
    cached.sources.foreach(findings.source)
    findings.views(cached.views)
    findings.gaps(cached.gaps)
    val graph = findings.graph
    val columns = cached.columns.map(node(graph, _))
    val rows = graph.derived(edges(graph, cached.rows), cached.rowsCertainty)
    if (cached.fromViews.isEmpty) CachedNodes(columns, rows)
    else {
      val both = cached.fromViews.map(node(graph, _)).zip(columns).map { case (v, t) =>
        graph.viewColumn(v, t)
      }
      val rowsOfViews = graph.derived(edges(graph, cached.rowsFromViews), cached.rowsCertainty)
      CachedNodes(both, graph.viewColumn(rowsOfViews, rows))
    }
  }

  private def node(graph: Graph, column: ColumnLineage): Int =
    graph.derived(edges(graph, column.dependencies), column.certainty)

  private def edges(graph: Graph, dependencies: Vector[Dependency]): Vector[Edge] =
    dependencies.map(d => Edge(graph.source(d.source), Kinds.of(d.transformations)))
}
