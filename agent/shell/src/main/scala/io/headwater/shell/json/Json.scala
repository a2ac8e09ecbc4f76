package io.headwater.shell.json

import com.fasterxml.jackson.core.JsonProcessingException
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature
import com.fasterxml.jackson.databind.node.{ArrayNode, ObjectNode}
import com.fasterxml.jackson.databind.{DeserializationFeature, JsonNode, ObjectMapper}

/** Reads and creates JSON. Reading accepts any structure: a missing or wrong value gives an empty result. */
private[shell] object Json {

  /** A number with a fraction keeps its digits, because facets of extensions are written again. */
  val mapper: ObjectMapper = new ObjectMapper()
    .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
    .configure(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES, false)

  def obj(): ObjectNode = mapper.createObjectNode()

  /** Parses a JSON object. The error message does not contain the text, since it may contain secrets. */
  def parse(text: String): Either[String, JsonNode] =
    try
      Option(mapper.readTree(text)).filter(_.isObject).toRight("not a JSON object")
    catch { case e: JsonProcessingException => Left(s"not JSON: ${e.getOriginalMessage.take(100)}") }

  def text(node: JsonNode, key: String): String = node.path(key).asText("")

  def option(node: JsonNode, key: String): Option[String] =
    Option(node.get(key)).filter(_.isTextual).map(_.asText).filter(_.nonEmpty)

  def items(node: JsonNode): Vector[JsonNode] = {
    val all = Vector.newBuilder[JsonNode]
    node.elements.forEachRemaining { n => all += n; () }
    all.result()
  }

  def texts(node: JsonNode): Vector[String] = items(node).collect { case n if n.isTextual => n.asText }

  def fields(node: JsonNode): Vector[(String, JsonNode)] = {
    val all = Vector.newBuilder[(String, JsonNode)]
    node.fields.forEachRemaining { e => all += e.getKey -> e.getValue; () }
    all.result()
  }

  def array(values: Iterable[JsonNode]): ArrayNode = {
    val out = mapper.createArrayNode()
    values.foreach(out.add)
    out
  }

  def strings(values: Iterable[String]): ArrayNode = {
    val out = mapper.createArrayNode()
    values.foreach(out.add)
    out
  }

  def ints(values: Iterable[Int]): ArrayNode = {
    val out = mapper.createArrayNode()
    values.foreach(v => out.add(v))
    out
  }
}
