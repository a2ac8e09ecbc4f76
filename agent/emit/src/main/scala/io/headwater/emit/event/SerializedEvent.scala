package io.headwater.emit.event

import java.io.Writer
import java.time.{Duration, ZonedDateTime}

import com.fasterxml.jackson.databind.JsonNode
import com.fasterxml.jackson.databind.node.ObjectNode

import io.headwater.emit.facets.SequenceFacet
import io.headwater.emit.json.{ExactJson, ObjectTree}
import io.headwater.emit.redact.JsonRedactor
import io.openlineage.client.OpenLineage.{DatasetFacets, RunEvent}

/** A redacted event in the forms that transports need.
  *
  * @param text
  *   the line that was read; it is sent as it is
  * @param assembled
  *   the object of openlineage-java, if nothing has changed since it was built
  */
final class SerializedEvent private (
    private[emit] val json: JsonNode,
    text: Option[String],
    assembled: Option[RunEvent]
) {

  @volatile private var knownLine = text

  /** One line of JSON, without a line terminator. */
  def line: String = knownLine.getOrElse {
    val written = ExactJson.write(json)
    knownLine = Some(written)
    written
  }

  /** Writes `line`, without making a text of it if nobody else needs one. */
  private[emit] def writeLine(to: Writer): Unit = knownLine.fold(ExactJson.write(json, to))(to.write)

  lazy val event: RunEvent = assembled.getOrElse(copy)

  /** A new object for each call, for code that may change it. */
  def copy: RunEvent = ExactRunEvent.of(json)

  /** The same event with a later event time. */
  def later(millis: Long): SerializedEvent = SerializedEvent.changed(line) { event =>
    event.put(
      "eventTime",
      ZonedDateTime.parse(event.path("eventTime").asText).plus(Duration.ofMillis(millis)).toString
    )
    ()
  }

  /** The event after a change, redacted again. */
  private[emit] def changed(redactor: JsonRedactor, change: JsonNode => JsonNode): SerializedEvent =
    new SerializedEvent(redactor.redact(change(json)), None, None)

  def runId: String = json.path("run").path("runId").asText
  def eventType: String = json.path("eventType").asText
  def eventTime: String = json.path("eventTime").asText

  /** The number of the event within its run; none if the facet is disabled. */
  def sequence: Option[Long] = SequenceFacet.in(json)

  /** A unique key of the event, the same for each attempt to send it. */
  def idempotencyKey: Option[String] = sequence.map(n => s"$runId-$eventType-$n")
}

object SerializedEvent {

  /** Serializes and redacts an event.
    *
    * @param change
    *   changes the event before it is redacted; returns the same instance if there is nothing to change. If neither
    *   `change` nor the redactor changes anything, `event` itself is sent
    * @param facets
    *   the JSON of the facets of a dataset
    */
  def of(
      event: RunEvent,
      redactor: JsonRedactor,
      change: JsonNode => JsonNode = identity,
      facets: DatasetFacets => JsonNode = ObjectTree.ofFields
  ): SerializedEvent = {
    val tree = ObjectTree(event, facets)
    val redacted = redactor.redact(change(tree))
    new SerializedEvent(redacted, None, if (redacted eq tree) Some(event) else None)
  }

  /** Parses a line.
    *
    * @throws com.fasterxml.jackson.core.JsonProcessingException
    *   if it is not JSON
    */
  def read(line: String): SerializedEvent = new SerializedEvent(ExactJson.read(line), Some(line), None)

  /** Parses a line and changes the event. */
  private[emit] def changed(line: String)(change: ObjectNode => Unit): SerializedEvent = {
    val tree = ExactJson.read(line)
    tree match {
      case event: ObjectNode => change(event)
      case _ => ()
    }
    new SerializedEvent(tree, None, None)
  }
}
