package io.headwater.emit.facets

import com.fasterxml.jackson.databind.JsonNode

import io.openlineage.client.OpenLineage.RunFacet

/** `headwater_sequence`: the event's number within its run, `{"sequence": 0}` at START. A reader that has 0 to the
  * terminal event's number has all of the run.
  */
object SequenceFacet {
  val name = "headwater_sequence"
  val field = "sequence"

  def apply(settings: EventSettings, sequence: Option[Long]): Option[RunFacet] =
    sequence.map(n => CustomFacet(settings, Vector(field -> n)))

  def in(event: JsonNode): Option[Long] =
    Some(event.path("run").path("facets").path(name).path(field)).filter(_.isIntegralNumber).map(_.asLong)
}
