package io.headwater.shell.handlers

import org.scalatest.funsuite.AnyFunSuite

import io.headwater.model._
import io.headwater.plan.session.CachedLineage

/** A stream with a source that its plan does not name, and its batches. */
final class UnresolvedSourcesSuite extends AnyFunSuite {
  private val gap = Gap("StreamingRelation", "source", "no name for streams of acme")
  private val orders = Dataset(DatasetId("file", "/orders"))
  private val topic = Dataset(DatasetId("kafka://b:9092", "t"))
  private val unnamed = UnresolvedSources.of(PlanLineage(Vector(orders), gaps = Vector(gap)))

  private def batch(sources: Dataset*): PlanLineage = PlanLineage(
    sources.toVector,
    Vector(Sink(Dataset(DatasetId("file", "/out")), Vector(column(Certainty.Local))))
  )

  private def column(certainty: Certainty) = ColumnLineage("a", Vector.empty, certainty)

  // rows: stream.files
  test("rows of a source that no batch names are unknown, not those of the program") {
    val seen = unnamed.in(batch(orders))
    assert(seen.gaps == Vector(gap))
    assert(seen.sinks.flatMap(_.columns) == Vector(column(Certainty.Unknown)))
    val rows = unnamed.in(CachedLineage(Vector.empty, Vector(column(Certainty.Local)), Vector.empty))
    assert(rows.gaps == Vector(gap) && rows.columns == Vector(column(Certainty.Unknown)))
  }

  test("a source that a batch names is known") {
    assert(unnamed.in(batch(orders, topic)) == batch(orders, topic))
  }

  test("a plan that names all its sources leaves its batches as they are") {
    assert(UnresolvedSources.of(PlanLineage(Vector(orders))).in(batch()) == batch())
  }
}
