package io.headwater.emit.facets

import com.fasterxml.jackson.databind.{JsonNode, ObjectMapper}
import org.scalatest.funsuite.AnyFunSuite

import io.headwater.emit.{EventSerializer, Samples}
import io.headwater.model.{
  ColumnLineage,
  ColumnRef,
  Dataset,
  DatasetId,
  Dependency,
  EventType,
  Kind,
  PlanLineage,
  ReadView,
  Sink,
  Transformation
}
import io.headwater.redaction.Redactor

class ViewsFacetSuite extends AnyFunSuite {
  private val (table, view) = (DatasetId("file", "/t"), DatasetId("file:/w", "default.v"))
  private val out = DatasetId("file", "/out")
  private def from(id: DatasetId, column: String, kind: Kind) =
    Dependency(ColumnRef(id, column), Vector(Transformation(kind)))
  private val read = ReadView(
    Dataset(view),
    Vector(ColumnLineage("password", Vector(from(table, "secret", Kind.Identity)))),
    Vector(from(table, "day", Kind.Filter))
  )
  private val sink = Sink(
    Dataset(out),
    fromViews = Vector(ColumnLineage("x", Vector(from(view, "password", Kind.Aggregation)))),
    rowsFromViews = Vector(from(view, "password", Kind.Sort))
  )

  private def facet(lineage: PlanLineage, kind: EventType = EventType.Complete): JsonNode = {
    val event = Samples.event(kind).copy(lineage = lineage)
    val line = new EventSerializer(Samples.settings, Redactor.default).serialize(event).line
    new ObjectMapper().readTree(line).at("/run/facets/headwater_views")
  }

  test("the facet has the columns that are read, their definition and their users; names are no secrets") {
    for (kind <- Vector(EventType.Start, EventType.Complete))
      assert(facet(
        PlanLineage(Vector(Dataset(table)), Vector(sink), views = Vector(read)),
        kind
      ).get("views").toString ==
        """[{"namespace":"file:/w","name":"default.v","columns":["password"],
          |"definition":{"fields":{"password":[{"namespace":"file","name":"/t","field":"secret","subtypes":["IDENTITY"]}]},
          |"dataset":[{"namespace":"file","name":"/t","field":"day","subtypes":["FILTER"]}]},
          |"usedBy":[{"namespace":"file","name":"/out","fields":{"x":[{"field":"password","subtypes":["AGGREGATION"]}]},
          |"dataset":[{"field":"password","subtypes":["SORT"]}]}]}]""".stripMargin.replace("\n", ""))
  }

  test("a view that is an input, or is read through another view, has no users of its own") {
    val input = PlanLineage(Vector(Dataset(view)), Vector(sink), views = Vector(read))
    assert(!facet(input).at("/views/0").has("usedBy"))
    val inner = PlanLineage(sinks = Vector(sink), views = Vector(read.copy(named = false)))
    assert(!facet(inner).at("/views/0").has("usedBy"))
  }

  test("a run that writes nothing tells the views that it reads, a run without views nothing") {
    val reading = facet(PlanLineage(views = Vector(read))).at("/views/0")
    assert(reading.has("usedBy") && reading.get("usedBy").size == 0)
    assert(facet(PlanLineage(sinks = Vector(sink))).isMissingNode)
  }
}
