package io.headwater.emit

import java.net.InetSocketAddress
import java.nio.file.Files
import java.util.concurrent.LinkedBlockingQueue

import scala.io.Source

import com.fasterxml.jackson.databind.JsonNode
import com.fasterxml.jackson.databind.node.{ArrayNode, ObjectNode}
import com.sun.net.httpserver.HttpServer
import org.scalatest.BeforeAndAfterAll
import org.scalatest.funsuite.AnyFunSuite

import io.headwater.config.ConfigTree.{Branch, Leaf}
import io.headwater.emit.event.SerializedEvent
import io.headwater.emit.json.ExactJson
import io.headwater.emit.redact.JsonRedactor
import io.headwater.emit.spool.Fixtures
import io.headwater.emit.transport.{EventTransport, OutputLocation, Transports}
import io.headwater.model.{AddedFacet, Additions, EventType, FacetTarget}
import io.headwater.redaction.Redactor
import io.openlineage.client.OpenLineage.RunEvent
import io.openlineage.client.OpenLineageClientUtils
import io.openlineage.client.transports.EventTransformer

/** Every number arrives with its digits, whatever the transport. A `Double` has no 2^53 + 1. */
class NumbersSuite extends AnyFunSuite with BeforeAndAfterAll {
  import NumbersSuite._

  private val bodies = new LinkedBlockingQueue[String]
  private val server = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0)
  private val redactor = new JsonRedactor(Redactor.default)

  override def beforeAll(): Unit = {
    server.createContext(
      "/",
      x => {
        bodies.add(Source.fromInputStream(x.getRequestBody, "UTF-8").mkString)
        x.sendResponseHeaders(201, -1)
        x.close()
      }
    )
    server.start()
  }
  override def afterAll(): Unit = server.stop(0)

  /** An event with every facet, an extension's, and the reports of Iceberg; each number is 2^53 + 1. */
  private val event: SerializedEvent = {
    val reports = Vector(
      AddedFacet(FacetTarget.Input, "icebergScanReport", scanReport),
      AddedFacet(FacetTarget.Output, "icebergCommitReport", commitReport),
      AddedFacet(FacetTarget.Run, "acme", s"""{"id": $large, "ratio": $ratio, "all": [$large]}"""),
      AddedFacet(FacetTarget.Job, "acme", s"""{"id": $large, "ratio": $ratio}"""),
      AddedFacet(FacetTarget.Dataset, "acme", s"""{"id": $large, "ratio": $ratio}""")
    )
    val complete = Samples.event(EventType.Complete).copy(additions = Additions(reports))
    val tree =
      ExactJson.read(new EventSerializer(Samples.settings, Redactor.default).serialize(complete).line)
    SerializedEvent.read(enlarged(tree).toString)
  }

  private def transport(entries: (String, Any)*): EventTransport = {
    val section = Branch(entries.map {
      case (k, b: Branch) => k -> b
      case (k, v) => k -> Leaf(v.toString)
    }.toMap)
    new Transports(Redactor.default, redactor, OutputLocation("a", Fixtures.folder()), EventTransport.nowhere)
      .open(Some(section)).fold(p => fail(p.line), identity)
  }
  private def http: Seq[(String, Any)] =
    Seq("type" -> "http", "url" -> s"http://127.0.0.1:${server.getAddress.getPort}")

  test("the text of facets of extensions reaches the event with its digits") {
    Vector("run/facets/acme", "job/facets/acme").foreach { at =>
      val facet = at.split('/').foldLeft(event.json)(_.path(_))
      assert(facet.path("id").asText == large && facet.path("ratio").asText == ratio)
    }
    assert(numbers(event.json).size > 40)
  }

  test("HTTP and files get the text of the event") {
    transport(http: _*).send(event)
    assert(bodies.take() == event.line)
    val file = Fixtures.folder().resolve("events.jsonl")
    transport("type" -> "file", "location" -> file).send(event)
    assert(Files.readAllLines(file).get(0) == event.line)
  }

  test("an object for a user's transport or transformer has the same numbers") {
    val rewritten = ExactJson.read(OpenLineageClientUtils.toJson(event.copy))
    assert(numbers(rewritten) == numbers(event.json))
    transport(
      "type" -> "transform",
      "transformerClass" -> classOf[Same].getName,
      "transport" -> Branch(http.map {
        case (k, v) => k -> Leaf(v.toString)
      }.toMap)
    ).send(event)
    val sent = ExactJson.read(bodies.take())
    assert(numbers(sent) == numbers(event.json))
    val schema = (json: JsonNode) => json.at("/inputs/0/inputFacets/icebergScanReport/_schemaURL").asText
    assert(schema(sent) == schema(event.json) && schema(sent).nonEmpty)
  }

  test("a later event time changes no number") {
    assert(numbers(ExactJson.read(event.later(1).line)) == numbers(event.json))
  }
}

object NumbersSuite {
  private val large = "9007199254740993"
  private val ratio = "0.12345678901234567890"
  private val scanReport =
    s"""{"snapshotId": $large, "filterDescription": "true", "schemaId": 5, "projectedFieldNames": ["a"],
       | "scanMetrics": {"resultDataFiles": $large, "totalPlanningDuration": $large}}""".stripMargin
  private val commitReport =
    s"""{"snapshotId": $large, "sequenceNumber": $large, "operation": "append",
       | "commitMetrics": {"addedRecords": $large, "totalDuration": 7}}""".stripMargin

  /** The same JSON; each whole number of a facet is 2^53 + 1, but for sequence numbers. */
  private def enlarged(node: JsonNode): JsonNode = {
    node match {
      case o: ObjectNode =>
        val names = Vector.newBuilder[String]
        o.fieldNames.forEachRemaining { n => names += n; () }
        names.result().foreach { name =>
          if (o.get(name).isIntegralNumber && name != "sequence") o.put(name, large.toLong)
          else enlarged(o.get(name))
        }
      case a: ArrayNode =>
        (0 until a.size).foreach { i =>
          if (a.get(i).isIntegralNumber) a.set(i, a.numberNode(large.toLong)) else { enlarged(a.get(i)); () }
        }
      case _ => ()
    }
    node
  }

  /** The numbers of a JSON with their places. */
  private def numbers(node: JsonNode, at: String = ""): Map[String, String] = node match {
    case o: ObjectNode =>
      val all = Map.newBuilder[String, String]
      o.fields.forEachRemaining { f => all ++= numbers(f.getValue, s"$at/${f.getKey}"); () }
      all.result()
    case a: ArrayNode => (0 until a.size).flatMap(i => numbers(a.get(i), s"$at/$i")).toMap
    case n if n.isNumber => Map(at -> n.asText)
    case _ => Map.empty
  }
}

/** A transformer that changes nothing. */
class Same extends EventTransformer {
  override def transform(event: RunEvent): RunEvent = event
}
