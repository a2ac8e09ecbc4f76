package io.headwater.shell.extensions

import java.util.{HashMap => JHashMap}

import org.scalatest.funsuite.AnyFunSuite

import io.headwater.emit.json.ExactJson
import io.headwater.model.{DatasetId, FacetTarget}
import io.headwater.shell.json.Json
import io.openlineage.client.OpenLineage

class FacetReaderSuite extends AnyFunSuite {
  private val openLineage = new OpenLineage(java.net.URI.create("urn:acme"))

  private def facet(properties: (String, Any)*): OpenLineage.RunFacet = {
    val run = openLineage.newRunFacet()
    properties.foreach { case (k, v) => run.getAdditionalProperties.put(k, v.asInstanceOf[AnyRef]) }
    run
  }

  private def refused(name: String, facet: AnyRef, target: FacetTarget = FacetTarget.Run): String =
    FacetReader.read(target, name, facet).left.toOption.getOrElse(fail(s"$name was taken"))

  test("a facet of an extension is read with its dataset") {
    val dataset = DatasetId("n", "d")
    val read = FacetReader.read(FacetTarget.Dataset, "acme", facet("a" -> 1), Some(dataset)).toOption.get
    assert(read.dataset.contains(dataset) && Json.parse(read.json).toOption.get.path("a").asInt == 1)
  }

  test("a facet needs a name of its own") {
    assert(refused(null, facet()).contains("needs a name"))
    assert(refused("", facet()).contains("needs a name"))
    assert(refused(" ", facet()).contains("needs a name"))
    assert(refused("a\nb", facet()).contains("control character"))
    assert(refused("a" * 201, facet()).contains("the limit is 200"))
    assert(refused("headwater_agent", facet()).contains("does not begin with headwater_"))
  }

  test("a facet with the name of a standard facet has its form") {
    val wrong = ExactJson.read("""{"parent": 1}""").get("parent")
    assert(refused("parent", wrong).contains("no JSON object"))
    assert(refused("parent", facet("run" -> "x")).contains("not its form"))
    assert(refused("parent", facet("word" -> "x")).contains("not its form"))
    assert(FacetReader.read(FacetTarget.Dataset, "schema", facet("_deleted" -> true)).isRight)
    assert(refused("schema", facet("fields" -> 5), FacetTarget.Dataset).contains("not its form"))
    assert(FacetReader.read(FacetTarget.Job, "documentation", facet("description" -> "x")).isRight)
    val withoutOwners = openLineage.newOwnershipJobFacetBuilder().build()
    assert(FacetReader.read(FacetTarget.Job, "ownership", withoutOwners).isRight, "no field is required")
    assert(FacetReader.read(FacetTarget.Run, "schema", facet("fields" -> 5)).isRight, "no standard run facet")
  }

  test("a facet is JSON") {
    val cyclic = new JHashMap[String, AnyRef]
    cyclic.put("self", cyclic)
    val throwing = new { def getText: String = throw new IllegalStateException("no") }
    val nullKey = new JHashMap[String, AnyRef]
    nullKey.put(null, "x")
    assert(refused("a", null).contains("no JSON object"))
    assert(refused("a", "text").contains("no JSON object"))
    for (
      value <-
        Seq[AnyRef](Double.box(Double.NaN), Float.box(Float.PositiveInfinity), cyclic, throwing, nullKey)
    )
      assert(refused("a", facet("x" -> value)).startsWith("facet a "))
  }

  test("a facet is bounded") {
    assert(refused("a", facet("x" -> "y" * 50000000)).contains(s"${FacetReader.maxCharacters} characters"))
    val endless = new java.util.AbstractList[String] {
      def get(i: Int): String = "x"
      def size: Int = Int.MaxValue
    }
    assert(refused("a", facet("x" -> endless)).contains(s"${FacetReader.maxCharacters} characters"))
  }

  test("of the facets of a dataset, only the wrong one is refused") {
    val schema = openLineage.newSchemaDatasetFacet(java.util.Collections.emptyList())
    val facets = openLineage.newDatasetFacetsBuilder().schema(schema)
      .put("good", openLineage.newDatasetFacet()).put("headwater_x", openLineage.newDatasetFacet()).build()
    facets.getAdditionalProperties.put(null, openLineage.newDatasetFacet())
    val reasons = Vector.newBuilder[String]
    val read = ClientFacets.of(facets, FacetTarget.Dataset, reasons += _)
    assert(read.map(_.name).toSet == Set("schema", "good"))
    assert(reasons.result().size == 2)
  }

  test("of the facets of an answer, only the wrong one is refused") {
    val answer = ExactJson.read(
      """{"inputs": [{"node": 1, "hook": 0, "namespace": "n", "name": "i",
        "facets": {"good": {}, "": {}, "schema": {"fields": 3}}, "inputFacets": {"bad": 7}}]}"""
    )
    val response = ResponseReader.read(answer, snapshot.Hooks.read(ExactJson.read("{}")))
    val read = response.nodeResults.collect { case (1, VisitorResult.Input(d, facets, _)) =>
      d.id.name -> facets.map(_.name)
    }
    assert(read == Vector("i" -> Vector("good")))
    assert(response.errors.size == 1 && response.errors.head.message.count(_ == ';') == 2)
  }
}
