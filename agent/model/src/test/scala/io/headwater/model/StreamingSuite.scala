package io.headwater.model

import org.scalatest.funsuite.AnyFunSuite

final class StreamingSuite extends AnyFunSuite {
  private def from(table: String, column: String, kind: Kind = Kind.Identity) =
    Dependency(ColumnRef(DatasetId("file", table), column), Vector(Transformation(kind)))

  private def lineage(dependencies: Vector[Dependency], certainty: Certainty = Certainty.Exact) =
    PlanLineage(sinks =
      Vector(Sink(Dataset(DatasetId("file", "/t")), Vector(ColumnLineage("c", dependencies, certainty))))
    )

  test(
    "what two batches show of a column is united, each source once, and is as certain as the less certain"
  ) {
    val first = lineage(Vector(from("/a", "x")))
    val second = lineage(Vector(from("/a", "x", Kind.Transformation), from("/b", "y")), Certainty.Opaque)
    val column = first.union(second).sinks.flatMap(_.columns)
    assert(column == Vector(ColumnLineage(
      "c",
      Vector(
        Dependency(
          ColumnRef(DatasetId("file", "/a"), "x"),
          Vector(Transformation(Kind.Identity), Transformation(Kind.Transformation))
        ),
        from("/b", "y")
      ),
      Certainty.Opaque
    )))
    assert(first.union(PlanLineage()) == first && PlanLineage().union(first) == first)
  }

  test("progress adds up over batches, from the first offset to the last") {
    def batch(id: Long, watermark: Option[String]) = StreamProgress(
      id,
      1,
      2,
      Some(1),
      watermark,
      Vector(SourceProgress("s", Some(s"$id"), Some(s"${id + 1}"), 2))
    )
    val sum = batch(4, Some("noon")) + batch(5, None)
    assert(sum == StreamProgress(
      5,
      2,
      4,
      Some(2),
      Some("noon"),
      Vector(SourceProgress("s", Some("4"), Some("6"), 4))
    ))
  }

  test("rows are not counted if the offset of a source has changed and Spark has counted none") {
    def progress(rows: Long, sources: SourceProgress*) =
      StreamProgress(1, 1, rows, None, None, sources.toVector)
    def source(from: Option[String], rows: Long) = SourceProgress("s", from, Some("4"), rows)
    assert(source(Some("3"), 0).countedRows.isEmpty && source(None, 0).countedRows.isEmpty)
    assert(source(Some("4"), 0).countedRows.contains(0L) && source(Some("3"), 2).countedRows.contains(2L))
    assert(progress(0, source(Some("3"), 0), source(Some("4"), 0)).countedRows.isEmpty)
    assert(progress(0, source(Some("4"), 0)).countedRows.contains(0L))
    assert(progress(2, source(Some("3"), 0), source(Some("3"), 2)).countedRows.contains(2L))
  }

  test("a stream keeps the last facet of each name, and each error once") {
    val facets =
      Vector("1", "2").map(AddedFacet(FacetTarget.Run, "n", _)) :+ AddedFacet(FacetTarget.Job, "n", "3")
    val error = ExtensionError("e", "s", "m")
    val kept = Additions(facets, Vector(error, error)).compacted
    assert(kept == Additions(facets.drop(1), Vector(error)))
  }

  test("a stream keeps the newest errors, as many as an event has") {
    val errors = (1 to 10000).map(i => Additions(errors = Vector(ExtensionError("e", "s", s"batch $i"))))
    val kept = errors.reduce((kept, more) => (kept ++ more).compacted).errors.map(_.message)
    assert(kept == (10001 - Additions.maxErrors to 10000).map(i => s"batch $i"))
  }
}
