package io.headwater.emit.redact

import java.util.concurrent.ConcurrentHashMap

import com.fasterxml.jackson.databind.JsonNode
import com.fasterxml.jackson.databind.node.{ArrayNode, ObjectNode, TextNode}

import io.headwater.redaction.Redactor

/** The last pass over every event: no string leaves the agent that has not been here.
  *
  *   - a scalar under a sensitive key is replaced, and so is `value` beside a sensitive `key` or `name`; of an object
  *     under such a key, every string;
  *   - any other string loses its URLs' user info and its `password=...`; statements are read as SQL;
  *   - names stay: a column called `password` is a name (`name`, `field`, or a key of `fields`), no secret.
  */
final class JsonRedactor(redactor: Redactor) {
  private val known = new ConcurrentHashMap[String, java.lang.Boolean]

  /** The tree without its secrets; the very same one where it has none. */
  def redact(node: JsonNode): JsonNode = inside(node, named = false)

  /** `named`: the keys of this object are names of columns. */
  private def inside(node: JsonNode, named: Boolean): JsonNode = node match {
    case o: ObjectNode => inObject(o, named)
    case a: ArrayNode => inArray(a, redact)
    case t: TextNode => scrub(t, redactor.text)
    case other => other
  }

  private def inObject(node: ObjectNode, named: Boolean): JsonNode = {
    val expression = node.has("subtype")
    val labelled = isSensitiveLabel(node.get("key")) || isSensitiveLabel(node.get("name"))
    val out = node.objectNode()
    val fields = node.fields()
    while (fields.hasNext) {
      val field = fields.next()
      val secret = (labelled && field.getKey == "value") || sensitive(field.getKey)
      val hidden = secret && !(named && field.getValue.isContainerNode)
      out.set[JsonNode](key(field.getKey), inField(field.getKey, field.getValue, hidden, expression))
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
      case o: ObjectNode if secret => withoutStrings(o)
      case c if c.isContainerNode => inside(c, JsonRedactor.ofColumns(key))
      case s if secret && !s.isNull => TextNode.valueOf(Redactor.replacement)
      case other => other
    }

  /** Numbers and flags below a sensitive key count things; what is secret is text. */
  private def withoutStrings(node: JsonNode): JsonNode = node match {
    case o: ObjectNode =>
      val out = o.objectNode()
      o.fields().forEachRemaining { f =>
        val kept = JsonRedactor.ofEveryFacet(f.getKey)
        out.set[JsonNode](key(f.getKey), if (kept) redact(f.getValue) else withoutStrings(f.getValue))
        ()
      }
      out
    case a: ArrayNode => inArray(a, withoutStrings)
    case _: TextNode => TextNode.valueOf(Redactor.replacement)
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
    case "name" | "namespace" | "field" => redactor.name
    case "type" => redactor.url
    case _ => redactor.text
  }

  /** The same few hundred names come again with every event; the answer is kept, for a bounded number of them. */
  private def sensitive(name: String): Boolean = {
    if (known.size > JsonRedactor.most) known.clear()
    Option(
      known.get(name)
    ).fold { val is = redactor.isSensitive(name); known.put(name, is); is }(_.booleanValue)
  }

  private def key(name: String): String = redactor.name(name)

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

  /** Objects of the spec whose keys are columns. */
  val ofColumns: Set[String] = Set("fields", "columnMetrics")

  /** What every facet has, one with a sensitive name too. */
  val ofEveryFacet: Set[String] = Set("_producer", "_schemaURL")
}
