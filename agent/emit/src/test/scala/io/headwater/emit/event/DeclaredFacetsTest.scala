package io.headwater.emit.event

import com.fasterxml.jackson.databind.{JsonNode, ObjectMapper}
import org.scalatest.funsuite.AnyFunSuite

import io.headwater.emit.{Pipeline, Samples}
import io.headwater.model._

/** Facets of the configuration, and of runs above. */
class DeclaredFacetsTest extends AnyFunSuite {
  private val mapper = new ObjectMapper
  private val declared = Declared(
    Vector(Owner("team", "data")),
    Vector(Tag("k", "v", "CONFIG")),
    Vector(Tag("label", "true", "ops")),
    Vector("REGION" -> "eu")
  )
  private val rdd = Samples.event(EventType.Complete).copy(jobType = JobType.rdd)
  private def json(event: RunEvent, disabled: Set[String] = Set.empty): JsonNode =
    mapper.readTree(
      new Pipeline(
        Samples.settings.copy(declared = declared, disabled = disabled),
        Redactor.default
      ).finish(event).line
    )

  test("owners, tags and environment are in every event of every kind of job") {
    for (event <- Samples.all :+ rdd :+ rdd.copy(jobType = JobType.application)) {
      val (run, job) = (json(event).at("/run/facets"), json(event).at("/job/facets"))
      assert(job.at("/ownership/owners").toString == """[{"name":"data","type":"team"}]""")
      assert(job.at("/tags/tags").toString == """[{"key":"k","value":"v","source":"CONFIG"}]""")
      assert(run.at("/tags/tags").toString == """[{"key":"label","value":"true","source":"ops"}]""")
      assert(run.at(
        "/environmentVariables/environmentVariables"
      ).toString == """[{"name":"REGION","value":"eu"}]""")
      assert(run.at("/environment-properties/environment-properties").toString == """{"REGION":"eu"}""")
    }
  }

  test("each can be left out") {
    val off = Set("ownership", "tags", "environmentVariables", "environment-properties")
    val text = json(rdd, off).toString
    assert(!text.contains("\"REGION\"") && !text.contains("\"label\"") && !text.contains("\"owners\""))
  }

  test("facets of parent and root are handed on as they are") {
    val handedOn = Forwarded(
      Map("airflow" -> """{"_producer":"https://airflow","_schemaURL":"https://a/b","try":2}"""),
      Map("sla" -> """{"hours":1.5}""")
    )
    val above = rdd.parent.map(p => p.copy(root = p.root.copy(forwarded = handedOn)))
    val parent = json(rdd.copy(parent = above)).at("/run/facets/parent")
    assert(parent.at("/root/run/facets/airflow").toString ==
      """{"_producer":"https://airflow","_schemaURL":"https://a/b","try":2}""")
    assert(parent.at("/root/job/facets/sla/hours").asDouble == 1.5)
    assert(parent.at("/root/job/facets/sla/_producer").asText == Samples.settings.producer.toString)
    assert(!parent.at("/run").has("facets") && !parent.at("/job").has("facets"))
  }
}
