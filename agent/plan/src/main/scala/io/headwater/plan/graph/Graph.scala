package io.headwater.plan.graph

import scala.collection.immutable.IntMap
import scala.collection.mutable

import io.headwater.model.{Certainty, ColumnRef, DatasetId}

/** A dependency of one node on another.
  *
  * @param to
  *   the number of the node that is used
  * @param kinds
  *   how it is used, as a set of [[Kinds]]
  */
final case class Edge(to: Int, kinds: Int)

object Edge {

  /** The edges to nodes with these kinds, by the number of the node. */
  def sorted(kindsByNode: IntMap[Int]): Vector[Edge] =
    kindsByNode.iterator.map { case (to, kinds) => Edge(to, kinds) }.toVector
}

/** A column somewhere in a plan. */
sealed trait Node
object Node {

  /** A column of a source dataset, or a nested field of one. */
  final case class Source(ref: ColumnRef) extends Node

  /** A computed column.
    *
    * @param fieldsFrom
    *   the nodes whose nested fields the column has; several if the column combines several inputs, as in a `UNION`
    * @param fields
    *   the nodes of the nested fields that the column was built from, as in `struct(a, b)`
    */
  final case class Derived(
      edges: Vector[Edge],
      certainty: Certainty,
      fieldsFrom: Vector[Edge],
      fields: Map[String, Int]
  ) extends Node

  /** A column of a view, which has two readings.
    *
    * @param asDataset
    *   the node of what it is if the view is a dataset: a column of the view
    * @param through
    *   the node of what it is by the view's definition
    */
  final case class ViewColumn(asDataset: Int, through: Int) extends Node

  /** A column of a recursive relation, or a nested field of one. Its dependencies are known only after the recursion has been
    * read.
    *
    * @param depth
    *   how many names of fields lead from the column to it
    */
  final case class Pending(depth: Int) extends Node
}

/** The columns of one plan and their direct dependencies. Nodes are numbered in the order of their creation. The walk is
  * bottom-up, so an edge points to a lower number unless the plan is recursive. One walk fills the graph on one thread;
  * therefore it is mutable.
  */
final class Graph {
  private val nodes = mutable.ArrayBuffer.empty[Node]
  private val sources = mutable.HashMap.empty[ColumnRef, Int]
  private val descriptions = new NodeTexts
  private val children = mutable.HashMap.empty[(Int, String), Int]
  private val recursive = mutable.HashMap.empty[Int, (Int, Int)] // what resolved columns are, and their depth
  private val usedFields = mutable.HashMap.empty[Int, Vector[String]] // of each node, the names in `children`
  private val fieldsByNode = mutable.HashMap.empty[Int, Vector[String]]

  /** The node without dependencies: literals, generated values, and rows that no column affects. */
  val nothing: Int = add(Node.Derived(Vector.empty, Certainty.Exact, Vector.empty, Map.empty))

  def node(id: Int): Node = nodes(id)
  def size: Int = nodes.size

  def source(dataset: DatasetId, column: String): Int = source(ColumnRef(dataset, column))

  def source(ref: ColumnRef): Int = sources.getOrElseUpdate(ref, add(Node.Source(ref)))

  /** A computed column. If it is only another column under a new name, that column's node is returned. */
  def derived(
      edges: Vector[Edge],
      certainty: Certainty = Certainty.Exact,
      fieldsFrom: Vector[Edge] = Vector.empty,
      fields: Map[String, Int] = Map.empty
  ): Int = (edges, certainty) match {
    case (Vector(Edge(to, Kinds.identity)), Certainty.Exact) if fields.isEmpty => to
    case (Vector(), Certainty.Exact) if fields.isEmpty => nothing
    case _ =>
      val id = add(Node.Derived(edges, certainty, fieldsFrom, fields))
      val names =
        if (fields.nonEmpty)
          fields.keys.toVector.filterNot(name => ItemNames.isItem(name) || isWhole(edges, fields(name)))
        else fieldsFrom.flatMap(e => fieldNames(e.to)).distinct
      if (names.nonEmpty) fieldsByNode(id) = names.sorted
      id
  }

  /** The edges to nodes that are used as `kinds`, without [[nothing]]. */
  def edgesTo(nodes: Iterable[Int], kinds: Int): Vector[Edge] =
    nodes.iterator.filter(_ != nothing).map(Edge(_, kinds)).toVector.distinct

  /** A column of a view, or what decides the view's rows; see [[Node.ViewColumn]]. */
  def viewColumn(asDataset: Int, through: Int): Int =
    if (asDataset == through) through
    else {
      val id = add(Node.ViewColumn(asDataset, through))
      fieldsByNode.get(through).foreach(fieldsByNode(id) = _)
      id
    }

  /** The direct dependencies of a node.
    *
    * @param throughViews
    *   whether a column of a view is what the view's definition says
    */
  def edges(id: Int, throughViews: Boolean): Vector[Edge] = nodes(id) match {
    case Node.Derived(edges, _, _, _) => edges
    case Node.ViewColumn(asDataset, through) =>
      Vector(Edge(if (throughViews) through else asDataset, Kinds.identity))
    case _ => Vector.empty
  }

  /** Sets the SQL of a computed column or of a rows node: `sum(o.amount)`, `WHERE o.id > 5`. It is called for nodes in the
    * order of their numbers.
    */
  def describe(id: Int, sql: () => Option[String]): Unit = descriptions.add(id, sql)
  def description(id: Int): Option[String] = descriptions(id)

  /** Changes the SQL of a node, wherever it is used. */
  def changeDescription(id: Int, change: String => String): Unit = descriptions.change(id, change)

  def pending(): Int = add(Node.Pending(0))

  /** Gives a pending column, and the nested fields of it that have been used, their dependencies. */
  def resolve(pending: Int, to: Int): Unit = {
    val depth = nodes(pending) match {
      case Node.Pending(depth) => depth
      case _ => 0
    }
    recursive(pending) = (to, depth)
    nodes(pending) = Node.Derived(Vector(Edge(to, Kinds.identity)), Certainty.Exact, Vector.empty, Map.empty)
    fieldsByNode.get(to).foreach(fieldsByNode(pending) = _)
    usedFields.getOrElse(pending, Vector.empty).sorted.foreach(name =>
      resolve(children((pending, name)), child(to, name))
    )
  }

  /** The nested field `name` of a column: a deeper path of a source column, the value that a struct was built from, or
    * else the whole column. The name may also be one of [[ItemNames]].
    */
  def child(id: Int, name: String): Int = children.getOrElse(
    (id, name),
    if (ItemNames.isItem(name)) {
      val found = item(id, name)
      children((id, name)) = found
      found
    } else recursive.get(id) match {
      case Some((to, depth)) if depth < Graph.maxRecursiveDepth =>
        val field = kept(id, name, add(Node.Pending(depth + 1))) // `to` may depend on this field
        resolve(field, child(to, name))
        field
      case _ => kept(id, name, newChild(id, name))
    }
  )

  private def kept(id: Int, name: String, field: Int): Int = {
    children((id, name)) = field
    usedFields(id) = usedFields.getOrElse(id, Vector.empty) :+ name
    field
  }

  /** An item is what the collection was built with at its place. */
  private def item(id: Int, name: String): Int = nodes(id) match {
    case Node.Derived(_, _, _, fields) if fields.contains(name) => fields(name)
    case Node.Derived(_, _, _, fields) if ItemNames.isElement(name) && fields.contains(ItemNames.anywhere) =>
      fields(ItemNames.anywhere)
    case Node.Derived(_, _, from, fields) if fields.isEmpty && from.nonEmpty => newChild(id, name)
    case Node.ViewColumn(_, _) => newChild(id, name)
    case _ => child(id, ItemNames.part(name))
  }

  private def newChild(id: Int, name: String): Int = nodes(id) match {
    case Node.Source(ref) => source(ref.copy(fields = ref.fields :+ name))
    case Node.Pending(depth) if depth < Graph.maxRecursiveDepth => add(Node.Pending(depth + 1))
    case Node.ViewColumn(asDataset, through) => viewColumn(child(asDataset, name), child(through, name))
    case Node.Derived(_, _, _, fields) if fields.contains(name) => fields(name)
    case Node.Derived(edges, certainty, from, _) if from.nonEmpty =>
      val inner = from.map(e => Edge(child(e.to, name), e.kinds)).filter(_.to != nothing).distinct
      derived(inner ++ withoutKindsOf(edges, from), certainty, inner)
    case Node.Derived(Vector(), certainty, _, _) => derived(Vector.empty, certainty)
    case _ => derived(Vector(Edge(id, Kinds.transformation)))
  }

  /** Whether a field has the dependencies of the whole column, and no fields of its own. */
  private def isWhole(edges: Vector[Edge], field: Int): Boolean =
    edges == Vector(Edge(field, Kinds.identity)) || (fieldNames(field).isEmpty && (nodes(field) match {
      case Node.Derived(`edges`, _, _, _) => true
      case _ => false
    }))

  /** The sorted names of the nested fields that a computed column was built from, directly or through `fieldsFrom`. A field
    * that has the dependencies of the whole column is not among them.
    */
  def fieldNames(id: Int): Vector[String] = fieldsByNode.getOrElse(id, Vector.empty)

  /** `edges` without the kinds that `values` have. The index that chose an array element, for example, affects each
    * field of that element.
    */
  private def withoutKindsOf(edges: Vector[Edge], values: Vector[Edge]): Vector[Edge] = {
    val covered = values.groupBy(_.to).map { case (to, es) => to -> es.map(_.kinds).reduce(_ | _) }
    edges.map(e => e.copy(kinds = e.kinds & ~covered.getOrElse(e.to, Kinds.none))).filter(
      _.kinds != Kinds.none
    )
  }

  private def add(node: Node): Int = {
    nodes += node
    nodes.size - 1
  }
}

private object Graph {

  /** The bound on the nested fields of a recursive relation. The types of Spark are finite, so a plan needs no more. */
  val maxRecursiveDepth = 50
}
