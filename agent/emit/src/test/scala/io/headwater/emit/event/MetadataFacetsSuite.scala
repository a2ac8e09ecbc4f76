package io.headwater.emit.event

import com.fasterxml.jackson.databind.{JsonNode, ObjectMapper}
import org.scalatest.funsuite.AnyFunSuite

import io.headwater.emit.{EventSerializer, Samples}
import io.headwater.model.{
  AddedFacet,
  Additions,
  EventType,
  FacetTarget,
  PlanLineage,
  QualityMetrics,
  RunEvent
}
import io.headwater.redaction.Redactor

/** Facets from the catalog, the statement and the description of a job. */
class MetadataFacetsSuite extends AnyFunSuite {
  private val mapper = new ObjectMapper
  private def json(event: RunEvent, redactor: Redactor = Redactor.default): JsonNode =
    mapper.readTree(new EventSerializer(Samples.settings, redactor).serialize(event).line)
  private val complete = Samples.event(EventType.Complete)

  test("the hierarchy lists the levels of the catalog, outermost first") {
    assert(json(complete).at("/inputs/0/facets/hierarchy/hierarchy").toString ==
      """[{"type":"CATALOG","name":"cat"},{"type":"DATABASE","name":"db"},{"type":"TABLE","name":"orders"}]""")
    assert(!json(complete).at("/outputs/0/facets").has("hierarchy"))
  }

  test("a hierarchy that a table's own properties tell counts") {
    val own =
      Samples.orders.copy(facets = Map("hierarchy" -> """{"hierarchy":[{"type":"LAKE","name":"l"}]}"""))
    val event = complete.copy(lineage = PlanLineage(Vector(own)))
    assert(json(event).at("/inputs/0/facets/hierarchy/hierarchy/0/type").asText == "LAKE")
  }

  test("a dataset has the owner of its catalog only if the configuration asks for it") {
    val owned = complete.copy(lineage = PlanLineage(Vector(Samples.orders.copy(owner = Some("ann")))))
    assert(!json(owned).at("/inputs/0/facets").has("ownership"))
    val withOwners = new EventSerializer(Samples.settings.copy(datasetOwners = true), Redactor.default)
    assert(
      mapper.readTree(withOwners.serialize(owned).line).at("/inputs/0/facets/ownership/owners").toString ==
        """[{"name":"ann"}]"""
    )
  }

  test("metrics of an input are numbers, of a column that is called password, too") {
    val metrics = json(complete).at("/inputs/0/inputFacets/dataQualityMetrics")
    assert(metrics.at("/rowCount").asLong == 3 && metrics.at("/bytes").asLong == 1000)
    assert(
      metrics.at("/columnMetrics/id").toString == """{"nullCount":0,"distinctCount":3,"min":1.0,"max":2.5}"""
    )
    assert(metrics.at("/columnMetrics/password").toString == """{"nullCount":1}""")
  }

  test("metrics that differ between two tables of the same name are not sent") {
    val other = Samples.orders.copy(quality = Some(QualityMetrics(Some(4), None, Vector.empty)))
    assert(Samples.orders.union(other).quality.isEmpty)
    assert(Samples.orders.union(Samples.orders.copy(quality = None)).quality == Samples.orders.quality)
  }

  test("parameters come with the end, those with a sensitive name without their value") {
    val all = json(complete).at("/run/facets/executionParameters/parameters")
    assert(all.at("/0").toString == """{"key":"least","name":"least","value":"5"}""")
    assert(all.at("/1/value").asText == Redactor.replacement)
    assert(!json(Samples.event(EventType.Start)).at("/run/facets").has("executionParameters"))
  }

  test("where literals are hidden, no parameter has a value, and no column its least and largest") {
    val strict = Redactor(withoutLiterals = Some((_: String) => None))
    val event = json(complete, strict)
    assert(event.at("/run/facets/executionParameters/parameters/0/value").asText == Redactor.replacement)
    assert(event.at("/inputs/0/inputFacets/dataQualityMetrics/columnMetrics/id").toString ==
      """{"nullCount":0,"distinctCount":3}""")
  }

  test("a job's description is its own, without secrets") {
    assert(json(complete).at("/job/facets/documentation/description").asText == "orders of the day")
    val described = json(complete.copy(description = Some("load https://bob:PW1@h.example/x")))
    assert(described.at("/job/facets/documentation/description").asText.startsWith("load https://"))
    assert(!described.toString.contains("PW1"))
  }

  // rows: facet.extensions-only
  test("an extension's jobDependencies and tags of datasets pass through as they are") {
    val upstream = """{"upstream": [{"job": {"namespace": "airflow", "name": "dag.before"}}]}"""
    val tags = """{"tags": [{"key": "pii", "value": "true"}]}"""
    val added = Additions(Vector(
      AddedFacet(FacetTarget.Run, "jobDependencies", upstream),
      AddedFacet(FacetTarget.Dataset, "tags", tags)
    ))
    val event = json(complete.copy(additions = added))
    assert(event.at("/run/facets/jobDependencies/upstream").toString ==
      """[{"job":{"namespace":"airflow","name":"dag.before"}}]""")
    for (place <- Vector("/inputs/0", "/outputs/0"))
      assert(event.at(s"$place/facets/tags/tags").toString == """[{"key":"pii","value":"true"}]""")
  }
}
