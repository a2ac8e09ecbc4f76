package io.headwater.emit.facets

import io.headwater.emit.json.JavaCollections
import io.openlineage.client.OpenLineage.RunFacet

/** `headwater_agent`: the counters of the agent, for example of events that were dropped because of overload. */
object AgentFacet {
  def apply(settings: EventSettings, counts: Map[String, Long]): Option[RunFacet] =
    if (counts.isEmpty) None
    else Some(CustomFacet(settings, Vector("counts" -> JavaCollections.map(counts.toVector.sorted))))
}
