package io.headwater.emit.redact

import java.util.concurrent.ConcurrentHashMap

import com.fasterxml.jackson.databind.JsonNode
import com.fasterxml.jackson.databind.node.{ArrayNode, ObjectNode, TextNode}

import io.headwater.model.Redactor

/** The last pass over every event: no string leaves the agent that has not been here.
  *
  *   - a scalar under a sensitive key is replaced, and so is `value` beside a sensitive `key` or `name`;
  *   - any other string loses its URLs' user info and its `password=...`; statements are read as SQL;
  *   - names stay: a column called `password` is a name (`name`, `field`, or the key of an object), no secret.
  */
final class JsonRedactor(redactor: Redactor) {
  private val known = new ConcurrentHashMap[String, java.lang.Boolean]

  /** The tree without its secrets; the very same one where it has none. */
  def redact(node: JsonNode): JsonNode = node match {
    case o: ObjectNode => inObject(o)
    case a: ArrayNode => inArray(a, redact)
    case t: TextNode => scrub(t, redactor.text)
    case other => other
  }

  private def inObject(node: ObjectNode): JsonNode = {
    val expression = node.has("subtype")
    val labelled = isSensitiveLabel(node.get("key")) || isSensitiveLabel(node.get("name"))
    val out = node.objectNode()
    val fields = node.fields()
    while (fields.hasNext) {
      val field = fields.next()
      val secret = (labelled && field.getKey == "value") || sensitive(field.getKey)
      out.set[JsonNode](key(field.getKey), inField(field.getKey, field.getValue, secret, expression))
    }
    val same = out.size == node.size && !differ(out.elements, node.elements) && !differ(
      out.fieldNames,
      node.fieldNames
    )
    if (same) node else out
  }

  private def inField(key: String, value: JsonNode, secret: Boolean, expression: Boolean): JsonNode =
    value match {
      case t: TextNode if !secret => scrub(t, reader(key, expression))
      case a: ArrayNode if secret => inArray(a, inField(key, _, secret, expression))
      case c if c.isContainerNode => redact(c)
      case s if secret && !s.isNull => TextNode.valueOf(Redactor.replacement)
      case other => other
    }

  private def inArray(node: ArrayNode, each: JsonNode => JsonNode): JsonNode = {
    val out = node.arrayNode()
    node.forEach { v => out.add(each(v)); () }
    if (differ(out.elements, node.elements)) out else node
  }

  /** Unchanged parts are the same objects: no need to look into them. */
  private def differ[A <: AnyRef](a: java.util.Iterator[A], b: java.util.Iterator[A]): Boolean = {
    def pairs: Iterator[Boolean] = new Iterator[Boolean] {
      def hasNext: Boolean = a.hasNext && b.hasNext
      def next(): Boolean = a.next() ne b.next()
    }
    pairs.contains(true)
  }

  /** `type` may read `struct<password:string>`, which assigns nothing; a transformation is described by its SQL. */
  private def reader(key: String, expression: Boolean): String => String = key match {
    case "query" => redactor.sql
    case "description" if expression => redactor.sql
    case "type" | "field" => redactor.url
    case _ => redactor.text
  }

  /** The same few hundred names come again with every event; the answer is kept, for a bounded number of them. */
  private def sensitive(name: String): Boolean = {
    if (known.size > JsonRedactor.most) known.clear()
    Option(
      known.get(name)
    ).fold { val is = redactor.isSensitive(name); known.put(name, is); is }(_.booleanValue)
  }

  private def key(name: String): String = redactor.text(name)

  private def isSensitiveLabel(label: JsonNode): Boolean = label match {
    case t: TextNode => sensitive(t.asText)
    case _ => false
  }

  private def scrub(node: TextNode, by: String => String): JsonNode = {
    val clean = by(node.asText)
    if (clean == node.asText) node else TextNode.valueOf(clean)
  }
}

private object JsonRedactor {
  val most = 4096
}
