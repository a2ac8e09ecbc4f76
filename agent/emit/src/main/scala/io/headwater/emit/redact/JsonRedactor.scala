package io.headwater.emit.redact

import com.fasterxml.jackson.databind.JsonNode
import com.fasterxml.jackson.databind.node.{ArrayNode, ObjectNode, TextNode}

import io.headwater.redaction.Redactor

/** The last pass over every event: every string that leaves the agent is redacted here.
  *
  *   - A scalar under a sensitive key is replaced, and so is a `value` next to a sensitive `key` or `name`. Of an object
  *     under such a key, every string is replaced.
  *   - Any other string is redacted like text; statements are redacted like SQL.
  *   - Names are kept: a column named `password` is a name (`name`, `field`, or a key of `fields`), not a secret.
  */
final class JsonRedactor(redactor: Redactor) {
  private val inName = new RedactionCache(redactor.name)
  private val inPath = new RedactionCache(redactor.path)
  private val inText = new RedactionCache(redactor.text)
  private val inExpression = new RedactionCache(redactor.sql)
  private[redact] val inQuery = new RedactionCache(redactor.sql, maxTexts = 16, maxLength = 1 << 16)
  private val inUrl = new RedactionCache(redactor.url)

  /** The tree without secrets; the same instance if there are none. */
  def redact(node: JsonNode): JsonNode = inside(node, named = false)

  /** @param named
    *   whether the keys of this object are column names
    */
  private def inside(node: JsonNode, named: Boolean): JsonNode = node match {
    case known: RedactedObjectNode => known
    case o: ObjectNode => inObject(o, named)
    case a: ArrayNode => inArray(a, redact)
    case t: TextNode => scrub(t, inText)
    case other => other
  }

  private def inObject(node: ObjectNode, named: Boolean): JsonNode = {
    val labelled = isSensitiveLabel(node.get("key")) || isSensitiveLabel(node.get("name"))
    val fields = node.fields()
    var copy: Option[ObjectNode] = None // most objects are unchanged: nothing is made for them
    while (fields.hasNext) {
      val field = fields.next()
      val secret = (labelled && field.getKey == "value") || redactor.isSensitive(field.getKey)
      val hidden = secret && !(named && field.getValue.isContainerNode)
      val name = key(field.getKey)
      val value =
        if (secret && named) withoutLiterals(inField(node, field.getKey, field.getValue, hidden), name)
        else inField(node, field.getKey, field.getValue, hidden)
      if (copy.isEmpty && (name != field.getKey || (value ne field.getValue)))
        copy = Some(fieldsBefore(node, field.getKey))
      copy.foreach(out => out.set[ObjectNode](name, withSourcesOf(out.get(name), value)))
    }
    copy.getOrElse(node)
  }

  /** The sources of a column with a sensitive name, without the literals that its value is made of. A statement may have
    * the name only in its list of columns, and the description of a transformation does not have it.
    */
  private def withoutLiterals(column: JsonNode, name: String): JsonNode = {
    val all = column.findParents("description")
    if (all.isEmpty) column
    else {
      val copy = column.deepCopy[JsonNode]()
      copy.findParents("description").forEach { parent =>
        parent match {
          case t: ObjectNode if t.has("subtype") && hasLiteral(t.get("description")) =>
            t.put("description", redactor.named(t.get("description").asText, name)); ()
          case _ =>
        }
      }
      if (copy == column) column else copy
    }
  }

  /** Whether a description may have a literal with text. Most have none, and a statement is slow to read. */
  private def hasLiteral(description: JsonNode): Boolean =
    description.isTextual && description.textValue.exists(c => c == '\'' || c == '"')

  /** Columns whose names are equal without their secrets share one entry, which has the sources of each.
    *
    * @param before
    *   what the name has so far, or null
    */
  private def withSourcesOf(before: JsonNode, value: JsonNode): JsonNode = {
    val (first, second) = (JsonRedactor.sources(before), JsonRedactor.sources(value))
    if (first.isEmpty) value
    else {
      val all = new java.util.LinkedHashSet[JsonNode]
      for (sources <- first ++ second) sources.forEach { s => all.add(s); () }
      val merged = before.deepCopy[ObjectNode]()
      merged.putArray("inputFields").addAll(all)
      merged
    }
  }

  private def fieldsBefore(node: ObjectNode, name: String): ObjectNode = {
    val out = node.objectNode()
    val fields = node.fields()
    Iterator.continually(fields.next()).takeWhile(_.getKey != name)
      .foreach(f => out.set[ObjectNode](f.getKey, f.getValue))
    out
  }

  private def inField(node: ObjectNode, key: String, value: JsonNode, secret: Boolean): JsonNode =
    value match {
      case t: TextNode if !secret => scrub(t, redactorFor(key, node))
      case a: ArrayNode if secret => inArray(a, inField(node, key, _, secret))
      case o: ObjectNode if secret => withoutStrings(o)
      case c if c.isContainerNode => inside(c, JsonRedactor.keyedByColumn(key))
      case s if secret && !s.isNull => TextNode.valueOf(Redactor.replacement)
      case other => other
    }

  /** Below a sensitive key, text is secret. Numbers and booleans are kept, because they are counts and flags. */
  private def withoutStrings(node: JsonNode): JsonNode = node match {
    case o: ObjectNode =>
      val out = o.objectNode()
      o.fields().forEachRemaining { f =>
        val isMetadata = JsonRedactor.facetMetadata(f.getKey)
        out.set[JsonNode](key(f.getKey), if (isMetadata) redact(f.getValue) else withoutStrings(f.getValue))
        ()
      }
      out
    case a: ArrayNode => inArray(a, withoutStrings)
    case _: TextNode => TextNode.valueOf(Redactor.replacement)
    case other => other
  }

  private def inArray(node: ArrayNode, each: JsonNode => JsonNode): JsonNode = {
    var copy: Option[ArrayNode] = None
    for (i <- 0 until node.size) {
      val element = each(node.get(i))
      if (copy.isEmpty && (element ne node.get(i)))
        copy = Some((0 until i).foldLeft(node.arrayNode(node.size))((out, j) => out.add(node.get(j))))
      copy.foreach(_.add(element))
    }
    copy.getOrElse(node)
  }

  /** What redacts the text of a key of this object. `type` may be `struct<password:string>`, which is not an
    * assignment. The description of a transformation is SQL. The name in a bucket is a path: `token=5/part`.
    */
  private def redactorFor(key: String, node: ObjectNode): String => String = key match {
    case "query" => inQuery
    case "description" if node.has("subtype") => inExpression
    case "name" if Redactor.hasPaths(node.path("namespace").asText) => inPath
    case "name" | "namespace" | "field" => inName
    case "type" => inUrl
    case _ => inText
  }

  private def key(name: String): String = inName(name)

  private def isSensitiveLabel(label: JsonNode): Boolean = label match {
    case t: TextNode => redactor.isSensitive(t.asText)
    case _ => false
  }

  private def scrub(node: TextNode, by: String => String): JsonNode = {
    val clean = by(node.asText)
    if (clean == node.asText) node else TextNode.valueOf(clean)
  }
}

private object JsonRedactor {

  /** Objects of the specification whose keys are column names. */
  val keyedByColumn: Set[String] = Set("fields", "columnMetrics")

  /** The keys of every facet, which are kept also in a facet with a sensitive name. */
  val facetMetadata: Set[String] = Set("_producer", "_schemaURL")

  private def sources(column: JsonNode): Option[ArrayNode] =
    Option(column).map(_.path("inputFields")).collect { case sources: ArrayNode => sources }
}
