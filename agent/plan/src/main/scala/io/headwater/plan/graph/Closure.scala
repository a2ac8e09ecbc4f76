package io.headwater.plan.graph

import java.util.IdentityHashMap

import scala.annotation.tailrec
import scala.collection.immutable.IntMap
import scala.collection.mutable

import io.headwater.model.{Certainty, Dependency}

/** The source columns that a column depends on.
  *
  * @param sources
  *   the numbers of the source nodes, each with the [[Kinds]] of the dependency
  * @param certainty
  *   the lowest certainty of all nodes on the way
  */
final case class TransitiveSources(sources: IntMap[Int], certainty: Certainty)

object TransitiveSources {
  val nothing: TransitiveSources = TransitiveSources(IntMap.empty, Certainty.Exact)
}

/** The transitive dependencies of a graph's columns. Each requested node is computed once, in the order of node numbers,
  * so there is no deep recursion. Equal sets are shared. The cost is linear in the number of edges times the number of
  * source columns that pass over them.
  *
  * @param throughViews
  *   whether a column of a view depends on what the view's definition says, and is not a source itself
  */
final class Closure(graph: Graph, throughViews: Boolean = true) {
  private val known = mutable.HashMap.empty[Int, TransitiveSources]
  private val composed = mutable.HashMap.empty[(Int, Int), IntMap[Int]]
  private val united = mutable.HashMap.empty[Vector[Edge], IntMap[Int]]
  private val listed = new IdentityHashMap[IntMap[Int], Vector[Dependency]]
  private val counted = new IdentityHashMap[IntMap[Int], Integer]

  def apply(id: Int): TransitiveSources = {
    if (!known.contains(id)) compute(id)
    known(id)
  }

  /** The number of source columns that a node depends on. */
  def count(id: Int): Int = {
    val sources = apply(id).sources
    counted.computeIfAbsent(sources, _ => Int.box(sources.size))
  }

  /** The dependencies of a node in the model's form, sorted by dataset and column. Nodes with the same sources share one
    * vector: all columns of an operator that runs user code depend on all of its input.
    */
  def dependencies(id: Int): Vector[Dependency] = {
    val sources = apply(id).sources
    listed.computeIfAbsent(sources, _ => list(sources))
  }

  private def list(sources: IntMap[Int]): Vector[Dependency] =
    sources.toVector
      .flatMap { case (source, kinds) =>
        graph.node(source) match {
          case Node.Source(ref) => Some(Dependency(ref, Kinds.transformations(kinds)))
          case _ => None
        }
      }
      .sorted(Closure.byName)

  private def compute(root: Int): Unit = {
    val needed = reachable(root).toArray.sorted
    val cyclic = needed.exists(id => edges(id).exists(_.to >= id))
    iterate(needed, if (cyclic) needed.length + 1 else 1)
  }

  /** A recursive plan needs passes until no set grows any more. Sets only grow, so this ends. */
  @tailrec private def iterate(needed: Array[Int], passes: Int): Unit = {
    if (passes > 1) {
      composed.clear()
      united.clear()
    }
    val grew = needed.map { id =>
      val before = known.get(id)
      known(id) = reach(id)
      !before.contains(known(id))
    }
    if (passes > 1 && grew.contains(true)) iterate(needed, passes - 1)
  }

  private def reachable(root: Int): mutable.LinkedHashSet[Int] = {
    val seen = mutable.LinkedHashSet(root)
    val open = mutable.ArrayBuffer(root)
    while (open.nonEmpty)
      for (edge <- edges(open.remove(open.size - 1)) if !known.contains(edge.to) && seen.add(edge.to))
        open += edge.to
    seen
  }

  private def edges(id: Int): Vector[Edge] = graph.edges(id, throughViews)

  private def reach(id: Int): TransitiveSources = graph.node(id) match {
    case Node.Source(_) => TransitiveSources(IntMap(id -> Kinds.identity), Certainty.Exact)
    case Node.Pending(_) => TransitiveSources(IntMap.empty, Certainty.Unknown)
    case Node.Derived(_, certainty, _, _) => reach(id, certainty)
    case Node.ViewColumn(_, _) => reach(id, Certainty.Exact)
  }

  private def reach(id: Int, certainty: Certainty): TransitiveSources = {
    val uses = edges(id)
    val least = uses.foldLeft(certainty) { (sum, edge) =>
      Certainty.leastCertain(sum, known.getOrElse(edge.to, TransitiveSources.nothing).certainty)
    }
    TransitiveSources(sourcesOver(uses), least)
  }

  /** The sources of a column that uses several others. Columns that use the same ones share the set. */
  private def sourcesOver(uses: Vector[Edge]): IntMap[Int] = {
    def all = uses.foldLeft(IntMap.empty[Int])((sum, edge) => union(sum, sourcesOver(edge)))
    if (uses.size < 2 || uses.size > Closure.maxShared) all else united.getOrElseUpdate(uses, all)
  }

  private def sourcesOver(edge: Edge): IntMap[Int] = {
    val far = known.getOrElse(edge.to, TransitiveSources.nothing).sources
    if (edge.kinds == Kinds.identity) far
    else composed.getOrElseUpdate(
      (edge.to, edge.kinds),
      far.transform((_, kinds) => Kinds.compose(edge.kinds, kinds))
    )
  }

  private def union(a: IntMap[Int], b: IntMap[Int]): IntMap[Int] =
    if (a.isEmpty || (a eq b)) b else if (b.isEmpty) a else a.unionWith(b, (_, x, y) => x | y)
}

object Closure {

  /** Columns with more edges do not look for another one with the same edges. */
  private val maxShared = 8

  private val byName: Ordering[Dependency] = new Ordering[Dependency] {
    def compare(a: Dependency, b: Dependency): Int = {
      val namespaces = a.source.dataset.namespace.compareTo(b.source.dataset.namespace)
      if (namespaces != 0) namespaces
      else {
        val names = a.source.dataset.name.compareTo(b.source.dataset.name)
        if (names != 0) names else a.source.path.compareTo(b.source.path)
      }
    }
  }
}
