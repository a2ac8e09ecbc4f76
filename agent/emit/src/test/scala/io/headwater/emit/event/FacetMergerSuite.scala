package io.headwater.emit.event

import com.fasterxml.jackson.databind.{JsonNode, ObjectMapper}
import org.scalatest.funsuite.AnyFunSuite

import io.headwater.emit.facets.EventSettings
import io.headwater.emit.{EventSerializer, Samples}
import io.headwater.model.{AddedFacet, Additions, DatasetId, EventType, ExtensionError, FacetTarget}
import io.headwater.redaction.Redactor

class FacetMergerSuite extends AnyFunSuite {
  private val event = Samples.event(EventType.Complete)
  private val first = event.lineage.sources.head.id

  private def finished(additions: Additions, settings: EventSettings = Samples.settings): JsonNode =
    new ObjectMapper().readTree(new EventSerializer(
      settings,
      Redactor.default
    ).serialize(event.copy(additions =
      additions
    )).line)

  private def facets(all: AddedFacet*): Additions = Additions(all.toVector)

  test("a run facet gets the producer and schema that it lacks, and keeps those that it has") {
    val json = finished(facets(
      AddedFacet(FacetTarget.Run, "bare", """{"a": 1}"""),
      AddedFacet(FacetTarget.Run, "own", """{"_producer": "urn:me", "_schemaURL": "urn:it"}""")
    ))
    assert(json.at("/run/facets/bare/a").asInt == 1)
    assert(json.at("/run/facets/bare/_producer").asText.startsWith("urn:headwater:agent:"))
    assert(json.at("/run/facets/bare/_schemaURL").asText.endsWith("RunFacet"))
    assert(json.at("/run/facets/own/_producer").asText == "urn:me")
    assert(json.at("/run/facets/own/_schemaURL").asText == "urn:it")
  }

  test("a build that knows its repository names it as the producer") {
    val known = Samples.settings.copy(repository = Some("https://git.example/headwater"))
    assert(known.producer.toString == s"https://git.example/headwater/${known.version}/spark")
  }

  test("a configured producer replaces the agent and the SDK, and no other") {
    val configured =
      Samples.settings.copy(configuredProducer = Some(java.net.URI.create("https://acme.org/x")))
    val json = finished(
      facets(
        AddedFacet(FacetTarget.Run, "bare", "{}"),
        AddedFacet(FacetTarget.Run, "sdk", """{"_producer": "urn:headwater:python-sdk:0.1.0"}"""),
        AddedFacet(FacetTarget.Run, "own", """{"_producer": "urn:me"}""")
      ),
      configured
    )
    assert(json.at("/producer").asText == "https://acme.org/x")
    val producers = json.findValuesAsText("_producer")
    assert(producers.remove("urn:me") && new java.util.HashSet(producers).size == 1)
    assert(producers.contains("https://acme.org/x") && !producers.remove("urn:me"))
  }

  test("of two facets with the same name the later one is sent; it also replaces a facet of the agent") {
    val json = finished(facets(
      AddedFacet(FacetTarget.Job, "jobType", """{"jobType": "FIRST"}"""),
      AddedFacet(FacetTarget.Job, "jobType", """{"jobType": "SECOND"}""")
    ))
    assert(json.at("/job/facets/jobType/jobType").asText == "SECOND")
  }

  test("a dataset facet goes to every dataset, or to the one that it names") {
    val json = finished(facets(
      AddedFacet(FacetTarget.Dataset, "everywhere", "{}"),
      AddedFacet(FacetTarget.Dataset, "one", "{}", Some(first)),
      AddedFacet(FacetTarget.Input, "read", "{}"),
      AddedFacet(FacetTarget.Output, "written", "{}")
    ))
    val datasets =
      (0 until json.path("inputs").size).map(json.path("inputs").get) ++ (0 until json.path(
        "outputs"
      ).size).map(
        json.path("outputs").get
      )
    assert(datasets.forall(_.at("/facets/everywhere").isObject))
    assert(datasets.filter(_.at("/facets/one").isObject).map(_.path("name").asText).toSet == Set(first.name))
    assert(
      json.at("/inputs/0/inputFacets/read").isObject && json.at("/outputs/0/inputFacets/read").isMissingNode
    )
    assert(json.at("/outputs/0/outputFacets/written").isObject)
  }

  test("a disabled facet is not sent, and secrets in a facet are redacted") {
    val json = finished(
      facets(
        AddedFacet(FacetTarget.Run, "off", "{}"),
        AddedFacet(FacetTarget.Run, "on", """{"password": "hunter2", "url": "jdbc:x://u:hunter2@h/d"}""")
      ),
      Samples.settings.copy(disabled = Set("off"))
    )
    assert(json.at("/run/facets/off").isMissingNode)
    assert(!json.toString.contains("hunter2"))
  }

  test("a facet for a dataset that is not in the event is reported as an error") {
    val json =
      finished(facets(AddedFacet(FacetTarget.Dataset, "lost", "{}", Some(DatasetId("n", "nowhere")))))
    val error = json.at("/run/facets/headwater_extensionErrors/errors/0")
    assert(error.path("extension").asText == "facet lost" && error.path("message").asText.contains("nowhere"))
  }

  test("a facet for a dataset that need not be in the event is left out without an error") {
    val elsewhere = Some(DatasetId("n", "nowhere"))
    val json =
      finished(facets(AddedFacet(FacetTarget.Dataset, "lost", "{}", elsewhere, isOptional = true)))
    assert(json.at("/run/facets/headwater_extensionErrors").isMissingNode)
  }

  test("each error of an extension is listed once") {
    val error = ExtensionError("acme:V", "visit AcmeRelation", "KeyError: 'uri'")
    val json = finished(Additions(errors = Vector(error, error)))
    val listed = json.at("/run/facets/headwater_extensionErrors/errors")
    assert(listed.size == 1)
    assert(listed.get(0).path("extension").asText == "acme:V")
  }
}
