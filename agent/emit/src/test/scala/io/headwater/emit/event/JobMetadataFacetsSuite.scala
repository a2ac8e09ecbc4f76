package io.headwater.emit.event

import java.time.ZonedDateTime

import com.fasterxml.jackson.databind.{JsonNode, ObjectMapper}
import org.scalatest.funsuite.AnyFunSuite

import io.headwater.emit.{EventSerializer, Samples}
import io.headwater.model.{
  EventType,
  Forwarded,
  JobMetadata,
  JobType,
  NominalTime,
  Owner,
  RunEvent,
  SourceCodeLocation,
  Tag
}
import io.headwater.redaction.Redactor

/** Facets from the configuration, and of parent runs. */
class JobMetadataFacetsSuite extends AnyFunSuite {
  private val mapper = new ObjectMapper
  private val declared = JobMetadata(
    Vector(Owner("team", "data")),
    Vector(Tag("k", "v", "CONFIG")),
    Vector(Tag("label", "true", "ops")),
    Vector("REGION" -> "eu"),
    Some(NominalTime(
      ZonedDateTime.parse("2026-01-31T06:00:00+01:00"),
      Some(ZonedDateTime.parse("2026-02-01T06:00:00Z"))
    )),
    Some("the nightly load"),
    Some(SourceCodeLocation(
      "git",
      "https://forge.example/jobs",
      version = Some("abc"),
      pullRequest = Some("7")
    ))
  )
  private val rdd = Samples.event(EventType.Complete).copy(jobType = JobType.rdd)
  private def json(event: RunEvent, disabled: Set[String] = Set.empty): JsonNode =
    mapper.readTree(
      new EventSerializer(
        Samples.settings.copy(declared = declared, disabled = disabled),
        Redactor.default
      ).serialize(event).line
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
      assert(run.at("/nominalTime/nominalStartTime").asText == "2026-01-31T06:00:00+01:00")
      assert(run.at("/nominalTime/nominalEndTime").asText == "2026-02-01T06:00:00Z")
      assert(job.at("/documentation/description").asText == "the nightly load")
      val code = job.at("/sourceCodeLocation")
      assert(code.at("/type").asText == "git" && code.at("/url").asText == "https://forge.example/jobs")
      assert(code.at("/version").asText == "abc" && code.at("/pullRequestNumber").asText == "7")
      assert(!code.has("branch"))
    }
  }

  test("each can be left out") {
    val off = Set(
      "ownership",
      "tags",
      "environmentVariables",
      "environment-properties",
      "nominalTime",
      "documentation",
      "sourceCodeLocation"
    )
    val text = json(rdd, off).toString
    assert(!text.contains("\"REGION\"") && !text.contains("\"label\"") && !text.contains("\"owners\""))
    assert(
      !text.contains("nominalStartTime") && !text.contains("nightly load") && !text.contains("forge.example")
    )
  }

  test("facets of the parent and root runs are passed on unchanged") {
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
