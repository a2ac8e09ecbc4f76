package io.headwater.emit.facets

import io.headwater.emit.json.JavaCollections
import io.openlineage.client.OpenLineage.RunFacet

/** `headwater_agent`: what the agent counted of itself, events that overload shed for example. */
object AgentFacet {
  def apply(settings: EventSettings, counts: Map[String, Long]): Option[RunFacet] =
    if (counts.isEmpty) None
    else Some(CustomFacet(settings, Vector("counts" -> JavaCollections.map(counts.toVector.sorted))))
}
