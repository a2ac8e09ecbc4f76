package io.headwater.plan

import scala.collection.mutable

import io.headwater.model.{ColumnLineage, ColumnRef, Dependency, ReadView}
import io.headwater.plan.graph.{Closure, Graph, Node}
import io.headwater.plan.walk.{Findings, WrittenColumn}

/** The views that a plan reads: their columns that it uses, and what depends on them.
  *
  * @param findings
  *   the results of the walk
  * @param roots
  *   the graph nodes of all that the plan returns and writes
  */
private[plan] final class ReadViews(findings: Findings, roots: => Vector[Int]) {
  private val graph = findings.graph
  private lazy val closure = new Closure(graph, throughViews = false)
  private lazy val ids = (findings.views.map(_.dataset.id) ++ findings.cachedViews.map(_.dataset.id)).toSet

  def isEmpty: Boolean = findings.views.isEmpty && findings.cachedViews.isEmpty

  def all: Vector[ReadView] = if (isEmpty) Vector.empty
  else {
    val used = ReadViews.used(graph, roots).groupBy(_._1.dataset)
    val met = findings.views.map { view =>
      val columns = used.getOrElse(view.dataset.id, Vector.empty).map { case (ref, node) =>
        column(WrittenColumn(ref.column, ref.fields, node))
      }
      ReadView(view.dataset, columns.sortBy(_.path), closure.dependencies(view.rows), view.named)
    }
    ReadView.union(met, findings.cachedViews)
  }

  /** The columns of views that a column depends on. */
  def column(c: WrittenColumn): ColumnLineage =
    ColumnLineage(c.name, closure.dependencies(c.node), closure(c.node).certainty, c.fields)

  /** The number of columns of views and tables that a column depends on, if views are datasets. */
  def count(node: Int): Int = closure.count(node)

  /** The columns of views that decide on rows. */
  def rows(node: Int): Vector[Dependency] = ofViews(closure.dependencies(node))

  /** The column without its dependencies on other datasets than views; None if it depends on no view. */
  def columnOfViews(c: WrittenColumn): Option[ColumnLineage] = {
    val whole = column(c)
    Some(whole.copy(dependencies = ofViews(whole.dependencies))).filter(_.dependencies.nonEmpty)
  }

  private def ofViews(dependencies: Vector[Dependency]): Vector[Dependency] =
    dependencies.filter(d => ids(d.source.dataset))
}

private object ReadViews {

  /** The columns of views on the way from `roots` to the sources, through the definitions of the views, each with the node
    * of its definition. Each node is visited once.
    */
  def used(graph: Graph, roots: Vector[Int]): Vector[(ColumnRef, Int)] = {
    val found = mutable.LinkedHashMap.empty[ColumnRef, Int]
    val seen = mutable.HashSet.empty[Int] ++ roots
    val open = mutable.ArrayBuffer(roots: _*)
    while (open.nonEmpty) {
      val id = open.remove(open.size - 1)
      viewColumn(graph, id).foreach { case (ref, definition) => found.getOrElseUpdate(ref, definition) }
      graph.edges(id, throughViews = true).foreach(e => if (seen.add(e.to)) open += e.to)
    }
    found.toVector
  }

  private def viewColumn(graph: Graph, id: Int): Option[(ColumnRef, Int)] = graph.node(id) match {
    case Node.ViewColumn(asDataset, through) =>
      graph.node(asDataset) match {
        case Node.Source(ref) => Some(ref -> through)
        case _ => None
      }
    case _ => None
  }
}
