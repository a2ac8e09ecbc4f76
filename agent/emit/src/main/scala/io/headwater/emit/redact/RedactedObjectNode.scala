package io.headwater.emit.redact

import com.fasterxml.jackson.databind.JsonNode
import com.fasterxml.jackson.databind.node.{JsonNodeFactory, ObjectNode}

/** An object that the redactor has left unchanged, so that it is not redacted again as a part of another tree. It must not
  * be changed; a copy of it is an ordinary object.
  */
private[emit] final class RedactedObjectNode private (fields: java.util.Map[String, JsonNode])
    extends ObjectNode(JsonNodeFactory.instance, fields)

private[emit] object RedactedObjectNode {
  def of(redacted: ObjectNode): RedactedObjectNode = {
    val fields = new java.util.LinkedHashMap[String, JsonNode]
    redacted.fields().forEachRemaining { f => fields.put(f.getKey, f.getValue); () }
    new RedactedObjectNode(fields)
  }
}
