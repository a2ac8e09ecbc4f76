package io.headwater.plan.graph

import scala.collection.mutable

import io.headwater.model.{Certainty, ColumnRef, DatasetId}

/** One step towards the sources: `to` is a node's number, `kinds` how it is used ([[Kinds]]). */
final case class Edge(to: Int, kinds: Int)

/** A column somewhere in a plan. */
sealed trait Node
object Node {

  /** A column of a source dataset, or a field inside one. */
  final case class Source(ref: ColumnRef) extends Node

  /** A computed column. `like`: the nodes whose nested fields it has, more than
    * one where it is a column of several sides; `fields`: those that it was built of.
    */
  final case class Derived(
      edges: Vector[Edge],
      certainty: Certainty,
      like: Vector[Edge],
      fields: Map[String, Int]
  ) extends Node

  /** A column of a recursive relation, known only after the recursion has been read. */
  case object Pending extends Node
}

/** The columns of one plan and what each is made of. Nodes are numbered in the order they are made, sources first by
  * nature of a bottom-up walk, so an edge points to a lower number unless the plan is recursive. It is a builder, filled
  * by one walk on one thread; hence the buffers.
  */
final class Graph {
  private val nodes = mutable.ArrayBuffer.empty[Node]
  private val sources = mutable.HashMap.empty[ColumnRef, Int]
  private val texts = mutable.HashMap.empty[Int, String]
  private val children = mutable.HashMap.empty[(Int, String), Int]
  private val parts = mutable.HashMap.empty[Int, Vector[String]]

  /** The node that depends on nothing: literals, generated values, "no row effect". */
  val nothing: Int = add(Node.Derived(Vector.empty, Certainty.Exact, Vector.empty, Map.empty))

  def node(id: Int): Node = nodes(id)
  def size: Int = nodes.size

  def source(dataset: DatasetId, path: String): Int = {
    val ref = ColumnRef(dataset, path)
    sources.getOrElseUpdate(ref, add(Node.Source(ref)))
  }

  /** A computed column; no new node where it is just another one under a new name. */
  def derived(
      edges: Vector[Edge],
      certainty: Certainty = Certainty.Exact,
      like: Vector[Edge] = Vector.empty,
      fields: Map[String, Int] = Map.empty
  ): Int = (edges, certainty) match {
    case (Vector(Edge(to, Kinds.identity)), Certainty.Exact) if fields.isEmpty => to
    case (Vector(), Certainty.Exact) if fields.isEmpty => nothing
    case _ =>
      val id = add(Node.Derived(edges, certainty, like, fields))
      val names = if (fields.nonEmpty) fields.keys.toVector else like.flatMap(e => built(e.to)).distinct
      if (names.nonEmpty) parts(id) = names.sorted
      id
  }

  /** What a computed column is computed as, or what a rows node does: `sum(o.amount)`, `WHERE (o.id > 5)`. */
  def describe(id: Int, text: String): Unit = texts(id) = text
  def text(id: Int): Option[String] = texts.get(id)

  def pending(): Int = add(Node.Pending)

  def resolve(pending: Int, to: Int): Unit =
    nodes(pending) = Node.Derived(Vector(Edge(to, Kinds.identity)), Certainty.Exact, Vector.empty, Map.empty)

  /** The field `name` inside a column: a deeper path of a source, what a struct was built of, else the whole column. */
  def child(id: Int, name: String): Int = children.getOrElseUpdate(
    (id, name),
    nodes(id) match {
      case Node.Source(ref) => source(ref.dataset, s"${ref.path}.$name")
      case Node.Derived(_, _, _, fields) if fields.contains(name) => fields(name)
      case Node.Derived(edges, certainty, like, _) if like.nonEmpty =>
        val inner = like.map(e => Edge(child(e.to, name), e.kinds)).filter(_.to != nothing).distinct
        derived(inner ++ beside(edges, like), certainty, inner)
      case Node.Derived(Vector(), certainty, _, _) => derived(Vector.empty, certainty)
      case _ => derived(Vector(Edge(id, Kinds.of(io.headwater.model.Kind.Transformation))))
    }
  )

  /** The parts that a computed column was built of, or that what it is like was; sorted. */
  def built(id: Int): Vector[String] = parts.getOrElse(id, Vector.empty)

  /** What an edge does beside giving the value: the index that chose an element bears on each field of it. */
  private def beside(edges: Vector[Edge], values: Vector[Edge]): Vector[Edge] = {
    val passed = values.groupBy(_.to).map { case (to, es) => to -> es.map(_.kinds).reduce(_ | _) }
    edges.map(e => e.copy(kinds = e.kinds & ~passed.getOrElse(e.to, Kinds.none))).filter(
      _.kinds != Kinds.none
    )
  }

  private def add(node: Node): Int = {
    nodes += node
    nodes.size - 1
  }
}
