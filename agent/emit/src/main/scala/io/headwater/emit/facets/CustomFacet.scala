package io.headwater.emit.facets

import io.headwater.emit.json.JavaCollections
import io.openlineage.client.OpenLineage.{DefaultRunFacet, RunFacet}

/** A run facet that OpenLineage's spec has no class for; its schema is the spec's open `RunFacet`. */
private[facets] object CustomFacet {
  def apply(settings: EventSettings, entries: Iterable[(String, Any)]): RunFacet = {
    val facet = new DefaultRunFacet(settings.producer)
    facet.getAdditionalProperties.putAll(JavaCollections.map(entries.map { case (k, v) =>
      k -> v.asInstanceOf[AnyRef]
    }))
    facet
  }
}
