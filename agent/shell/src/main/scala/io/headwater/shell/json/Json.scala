package io.headwater.shell.json

import com.fasterxml.jackson.core.JsonProcessingException
import com.fasterxml.jackson.databind.JsonNode
import com.fasterxml.jackson.databind.node.{ArrayNode, JsonNodeFactory, ObjectNode}

import io.headwater.emit.json.ExactJson
import io.headwater.util.JavaCollections

/** Reads and creates JSON. Reading accepts any structure: a missing or wrong value gives an empty result. A number with a
  * fraction keeps its digits, because facets of extensions are written again.
  */
private[shell] object Json {

  private val nodes = JsonNodeFactory.instance

  def obj(): ObjectNode = nodes.objectNode

  /** Parses a JSON object. The error message does not contain the text, since it may contain secrets. */
  def parse(text: String): Either[String, JsonNode] =
    try
      Option(ExactJson.read(text)).filter(_.isObject).toRight("no JSON object")
    catch { case e: JsonProcessingException => Left(s"not JSON: ${e.getOriginalMessage.take(100)}") }

  def text(node: JsonNode, key: String): String = node.path(key).asText("")

  def option(node: JsonNode, key: String): Option[String] =
    Option(node.get(key)).filter(_.isTextual).map(_.asText).filter(_.nonEmpty)

  def items(node: JsonNode): Vector[JsonNode] = JavaCollections.vector(node)

  def texts(node: JsonNode): Vector[String] = items(node).collect { case n if n.isTextual => n.asText }

  def fields(node: JsonNode): Vector[(String, JsonNode)] = {
    val all = Vector.newBuilder[(String, JsonNode)]
    node.fields.forEachRemaining { e => all += e.getKey -> e.getValue; () }
    all.result()
  }

  def array(values: Iterable[JsonNode]): ArrayNode = {
    val out = nodes.arrayNode
    values.foreach(out.add)
    out
  }

  def strings(values: Iterable[String]): ArrayNode = {
    val out = nodes.arrayNode
    values.foreach(out.add)
    out
  }

  def ints(values: Iterable[Int]): ArrayNode = {
    val out = nodes.arrayNode
    values.foreach(v => out.add(v))
    out
  }
}
