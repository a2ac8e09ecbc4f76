package io.headwater.emit.facets

import com.fasterxml.jackson.databind.JsonNode

import io.openlineage.client.OpenLineage.RunFacet

/** `headwater_sequence`: the number of the event within its run, `{"sequence": 0}` at START. A consumer has all events of a
  * run if it has all numbers from 0 to that of the terminal event.
  */
object SequenceFacet {
  val field = "sequence"

  def apply(settings: EventSettings, sequence: Option[Long]): Option[RunFacet] =
    sequence.map(n => CustomFacet(settings, Vector(field -> n)))

  /** Reads the number from a serialized event. */
  def in(event: JsonNode): Option[Long] =
    Some(
      event.path("run").path("facets").path(FacetNames.sequence).path(field)
    ).filter(_.isIntegralNumber).map(_.asLong)
}
