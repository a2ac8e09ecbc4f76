package io.headwater.emit.event

import org.scalatest.funsuite.AnyFunSuite

import io.headwater.emit.facets.SchemaFacet
import io.headwater.emit.redact.JsonRedactor
import io.headwater.emit.{EventSerializer, Samples}
import io.headwater.model.{AddedFacet, Additions, Dataset, DatasetId, EventType, FacetTarget, Field, RunEvent}
import io.headwater.redaction.Redactor
import io.openlineage.client.OpenLineage.DatasetFacets
import io.openlineage.client.{OpenLineage, OpenLineageClientUtils}

class DatasetFacetsCacheSuite extends AnyFunSuite {
  import DatasetFacetsCacheSuite._

  private def serializer = new EventSerializer(Samples.settings, Redactor.default)

  private val events = Samples.all ++
    Vector(EventType.Start, EventType.Complete).map(withSource(_, Dataset(id, comment = Some("before")))) ++
    Vector(
      withSource(EventType.Complete, Dataset(id, comment = Some("after"))),
      withSource(EventType.Complete, Dataset(id, comment = Some("password=PW1"))),
      withFacet(Samples.event(EventType.Complete), Some(Samples.out.dataset.id)),
      withFacet(withSource(EventType.Complete, Dataset(id, comment = Some("before"))), Some(id)),
      withFacet(Samples.event(EventType.Complete), None)
    )

  test("an event is the same, whatever events came before it") {
    for (before <- events; event <- events) {
      val used = serializer
      used.serialize(before)
      val (after, first) = (used.serialize(event), serializer.serialize(event))
      assert(after.line == first.line)
      assert(OpenLineageClientUtils.toJson(after.event) == OpenLineageClientUtils.toJson(first.event))
      assert(!after.line.contains("PW1") && !OpenLineageClientUtils.toJson(after.event).contains("PW1"))
    }
  }

  test("facets are built once for equal descriptions") {
    val counted = new BuildCounter
    counted.facets(keyOf(Dataset(id, comment = Some("a"))))
    counted.facets(keyOf(Dataset(id, comment = Some("a"))))
    assert(counted.built == 1)
    counted.facets(keyOf(Dataset(id, comment = Some("b"))))
    counted.facets(keyOf(Dataset(id, comment = Some("a"))).copy(failed = true))
    assert(counted.built == 3)
  }

  test("facets with a secret, and those of very wide or very large datasets, are not remembered") {
    val wide = Dataset(id, fields(0, 1001))
    val deep = Dataset(id, Vector(Field("s", Some("struct"), children = fields(0, 5000))))
    val long = Dataset(id, comment = Some("x" * 1000000))
    for (dataset <- Vector(wide, deep, long, Dataset(id, comment = Some("password=PW1")))) {
      val counted = new BuildCounter
      counted.facets(keyOf(dataset))
      counted.facets(keyOf(dataset))
      assert(counted.built == 2, dataset.comment.map(_.take(20)))
    }
  }

  test("the memory is bounded") {
    val counted = new BuildCounter
    def table(n: Int) = keyOf(Dataset(id, fields(n, 900)))
    (0 until 20).foreach(n => counted.facets(table(n)))
    counted.facets(table(19))
    assert(counted.built == 20)
    counted.facets(table(0))
    assert(counted.built == 21)
  }
}

private object DatasetFacetsCacheSuite {
  val id: DatasetId = DatasetId("file", "/in")

  def fields(first: Int, count: Int): Vector[Field] =
    Vector.tabulate(count)(i => Field(s"c$first$i", Some("int")))

  def keyOf(dataset: Dataset): DatasetFacetsCache.Key =
    DatasetFacetsCache.Key(dataset, None, failed = false)

  def withSource(kind: EventType, dataset: Dataset): RunEvent = {
    val event = Samples.event(kind)
    event.copy(lineage = event.lineage.copy(sources = Vector(dataset)))
  }

  def withFacet(event: RunEvent, dataset: Option[DatasetId]): RunEvent = {
    val target = if (dataset.isDefined) FacetTarget.Dataset else FacetTarget.Run
    event.copy(additions =
      Additions(Vector(AddedFacet(target, "acme", """{"note":"password=PW1"}""", dataset)))
    )
  }

  /** Counts how often facets are built: a comment and the schema. */
  final class BuildCounter {
    private val known = new DatasetFacetsCache(new JsonRedactor(Redactor.default))
    private val ol = new OpenLineage(Samples.settings.producer)
    var built = 0

    def facets(key: DatasetFacetsCache.Key): DatasetFacets = known.facets(key) {
      built += 1
      val builder = ol.newDatasetFacetsBuilder()
      key.dataset.comment.foreach(text =>
        builder.documentation(ol.newDocumentationDatasetFacetBuilder().description(text).build())
      )
      SchemaFacet(ol, key.dataset.schema).foreach(builder.schema)
      builder.build()
    }
  }
}
