package io.headwater.emit.redact

import com.fasterxml.jackson.databind.node.{JsonNodeFactory, ObjectNode}
import com.fasterxml.jackson.databind.{JsonNode, ObjectMapper}
import org.scalacheck.{Gen, Prop}

import io.headwater.PropertyChecks
import io.headwater.emit.event.SerializedEvent
import io.headwater.redaction.Redactor

class JsonRedactorPropertiesSuite extends PropertyChecks {
  private val factory = JsonNodeFactory.instance
  private val redactor = new JsonRedactor(Redactor.default)
  private val mapper = new ObjectMapper
  private val keys = Gen.oneOf(
    "name",
    "value",
    "key",
    "fields",
    "query",
    "description",
    "subtype",
    "facets",
    "run",
    "inputs",
    "",
    "a=b"
  )

  private def json(depth: Int): Gen[JsonNode] = {
    val leaf = Gen.oneOf[JsonNode](
      text("password", "=", "'", "x", "://", "@").map(t => factory.textNode(t): JsonNode),
      Gen.oneOf(factory.nullNode, factory.numberNode(1), factory.booleanNode(true), factory.numberNode(1e300))
    )
    if (depth == 0) leaf
    else Gen.oneOf(
      leaf,
      obj(depth),
      few(json(depth - 1)).map(all => all.foldLeft(factory.arrayNode)(_ add _): JsonNode)
    )
  }

  private def obj(depth: Int): Gen[JsonNode] =
    few(Gen.zip(keys, json(depth - 1))).map(_.foldLeft(factory.objectNode) { case (o, (k, v)) =>
      o.set[ObjectNode](k, v)
    })

  property("no event makes the redactor fail, and no text below a sensitive key stays") {
    Prop.forAll(obj(4)) { tree =>
      val event = factory.objectNode
      event.set[JsonNode]("rest", tree)
      event.putObject("password").put("x", "canary-1").putArray("list").add("canary-2")
      val clean = redactor.redact(event)
      !clean.toString.contains("canary-") && redactor.redact(clean) != null &&
      SerializedEvent.read(mapper.writeValueAsString(clean)).runId != null
    }
  }

  property("further passes over odd text may redact more, until nothing changes") {
    Prop.forAll(obj(4)) { tree =>
      val last = Iterator.iterate[JsonNode](tree)(redactor.redact).slice(4, 6).toVector
      Prop(last.distinct.size == 1) :| last.mkString("\n")
    }
  }
}
