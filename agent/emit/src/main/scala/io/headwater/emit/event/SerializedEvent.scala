package io.headwater.emit.event

import java.time.{Duration, ZonedDateTime}

import com.fasterxml.jackson.databind.node.ObjectNode
import com.fasterxml.jackson.databind.{JsonNode, ObjectMapper}

import io.headwater.emit.facets.SequenceFacet
import io.headwater.emit.redact.JsonRedactor
import io.openlineage.client.OpenLineage.RunEvent
import io.openlineage.client.OpenLineageClientUtils

/** An event that holds no secret any more, in the forms that transports take. */
final class SerializedEvent private (tree: JsonNode, assembled: Option[RunEvent]) {

  /** One line of JSON, without its end. */
  lazy val line: String = SerializedEvent.mapper.writeValueAsString(tree)

  lazy val event: RunEvent = assembled.getOrElse(copy)

  /** Another object each time: for code that may change it. */
  def copy: RunEvent = OpenLineageClientUtils.runEventFromJson(line)

  /** The same, so many milliseconds later. */
  def later(millis: Long): SerializedEvent = SerializedEvent.changed(line) { event =>
    event.put(
      "eventTime",
      ZonedDateTime.parse(event.path("eventTime").asText).plus(Duration.ofMillis(millis)).toString
    )
    ()
  }

  def runId: String = tree.path("run").path("runId").asText
  def eventType: String = tree.path("eventType").asText

  /** The event's number within its run; none where the facet is switched off. */
  def sequence: Option[Long] = SequenceFacet.in(tree)

  /** The same whenever this event is sent, and of no other event. */
  def idempotencyKey: Option[String] = sequence.map(n => s"$runId-$eventType-$n")
}

object SerializedEvent {
  private val mapper: ObjectMapper = OpenLineageClientUtils.newObjectMapper()

  /** Where `change` and the redactor have changed nothing, the event is sent as it was assembled. `change` gives back
    * the very same tree where it has nothing to do.
    */
  def of(
      event: RunEvent,
      redactor: JsonRedactor,
      change: JsonNode => JsonNode = identity
  ): SerializedEvent = {
    val tree: JsonNode = mapper.valueToTree(event)
    val clean = redactor.redact(change(tree))
    new SerializedEvent(clean, if (clean eq tree) Some(event) else None)
  }

  /** What `line` was made of; throws where it is no JSON. */
  def read(line: String): SerializedEvent = new SerializedEvent(mapper.readTree(line), None)

  /** Another event, made of the one in `line`, which `change` changes. */
  private[emit] def changed(line: String)(change: ObjectNode => Unit): SerializedEvent = {
    val tree = mapper.readTree(line)
    tree match {
      case event: ObjectNode => change(event)
      case _ => ()
    }
    new SerializedEvent(tree, None)
  }
}
