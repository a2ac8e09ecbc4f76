package io.headwater.plan.graph

import org.scalatest.funsuite.AnyFunSuite

import io.headwater.model.{Certainty, ColumnRef, DatasetId, Kind, Transformation}

final class ClosureSuite extends AnyFunSuite {
  private val t = DatasetId("file", "/t")

  private def edge(to: Int, kind: Kind): Edge = Edge(to, Kinds.of(kind))
  private def dependencies(graph: Graph, node: Int): Map[String, Vector[Transformation]] =
    new Closure(graph).dependencies(node).map(d => d.source.path -> d.transformations).toMap

  test("renaming a column adds no node") {
    val graph = new Graph
    val a = graph.source(t, "a")
    assert(graph.derived(Vector(edge(a, Kind.Identity))) == a)
    assert(graph.source(t, "a") == a)
  }

  test("columns with the same sources share their dependencies") {
    val graph = new Graph
    val sources = (1 to 20).map(i => edge(graph.source(t, s"c$i"), Kind.Transformation)).toVector
    val (one, two) = (graph.derived(sources), graph.derived(sources.reverse))
    val both =
      Vector.fill(2)(graph.derived(Vector(edge(one, Kind.Aggregation), edge(two, Kind.Transformation))))
    val closure = new Closure(graph)
    assert(closure.dependencies(both(0)) eq closure.dependencies(both(1)))
    assert(closure.count(both(0)) == 20 && closure.count(graph.nothing) == 0)
  }

  test("the kinds of all paths to a source are collected") {
    val graph = new Graph
    val (a, b) = (graph.source(t, "a"), graph.source(t, "b"))
    val sum = graph.derived(Vector(edge(a, Kind.Transformation), edge(b, Kind.Conditional)))
    val top = graph.derived(Vector(edge(sum, Kind.Aggregation), edge(a, Kind.Identity)))
    assert(dependencies(graph, top) == Map(
      "a" -> Vector(Transformation(Kind.Identity), Transformation(Kind.Aggregation)),
      "b" -> Vector(Transformation(Kind.Conditional))
    ))
  }

  test("the certainty is that of the least certain step") {
    val graph = new Graph
    val opaque = graph.derived(Vector(edge(graph.source(t, "a"), Kind.Transformation)), Certainty.Opaque)
    val top = graph.derived(Vector(edge(opaque, Kind.Transformation)))
    assert(new Closure(graph)(top).certainty == Certainty.Opaque)
    assert(new Closure(graph)(graph.source(t, "a")).certainty == Certainty.Exact)
  }

  test("a recursive relation depends on the sources of all iterations") {
    val graph = new Graph
    val (anchor, step) = (graph.source(t, "anchor"), graph.source(t, "step"))
    val pending = graph.pending()
    val iteration = graph.derived(Vector(edge(pending, Kind.Transformation), edge(step, Kind.Transformation)))
    val loop = graph.derived(Vector(edge(anchor, Kind.Identity), edge(iteration, Kind.Identity)))
    graph.resolve(pending, loop)
    assert(dependencies(graph, loop) == Map(
      "anchor" -> Vector(Transformation(Kind.Identity), Transformation(Kind.Transformation)),
      "step" -> Vector(Transformation(Kind.Transformation))
    ))
  }

  test("a guard against a cost of recursive columns that grows with the number of other columns") {
    val graph = new Graph
    val source = graph.source(DatasetId("file", "/t"), "a")
    val started = System.nanoTime
    val pending = Vector.fill(20000)(graph.pending())
    val fields = pending.map(graph.child(_, "f"))
    pending.foreach(graph.resolve(_, source))
    assert(fields.forall(graph.edges(
      _,
      throughViews = true
    ) == Vector(Edge(graph.child(source, "f"), Kinds.identity))))
    assert(
      (System.nanoTime - started) / 1000000 < 3000,
      "milliseconds; a quadratic cost takes ten times as long"
    )
  }

  test("a field is that of the source or of the struct that was built, or else the whole column") {
    val graph = new Graph
    val s = graph.source(t, "s")
    assert(graph.child(s, "p") == graph.source(ColumnRef(t, "s", Vector("p"))))
    val built = graph.derived(Vector(edge(s, Kind.Transformation)), fields = Map("q" -> graph.source(t, "q")))
    assert(graph.child(built, "q") == graph.source(t, "q"))
    assert(dependencies(
      graph,
      graph.child(built, "other")
    ) == Map("s" -> Vector(Transformation(Kind.Transformation))))
  }

  test("a chain of a hundred thousand steps does not overflow the stack") {
    val graph = new Graph
    val a = graph.source(t, "a")
    val top = (1 to 100000).foldLeft(a)((below, _) => graph.derived(Vector(edge(below, Kind.Transformation))))
    assert(dependencies(graph, top) == Map("a" -> Vector(Transformation(Kind.Transformation))))
  }

  // rows: columns.cache
  test("the cost does not grow exponentially if each level uses a column twice") {
    val graph = new Graph
    val (a, b) = (graph.source(t, "a"), graph.source(t, "b"))
    val top =
      (1 to 200).foldLeft(graph.derived(Vector(edge(a, Kind.Transformation), edge(b, Kind.Transformation)))) {
        (below, _) => graph.derived(Vector(edge(below, Kind.Transformation), edge(below, Kind.Conditional)))
      }
    assert(dependencies(graph, top).keySet == Set("a", "b"))
  }
}
