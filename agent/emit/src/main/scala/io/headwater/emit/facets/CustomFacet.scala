package io.headwater.emit.facets

import io.headwater.util.JavaCollections
import io.openlineage.client.OpenLineage.{DefaultRunFacet, RunFacet}

/** A run facet without a class in openlineage-java. Its schema is `RunFacet`, which allows any properties. */
private[facets] object CustomFacet {
  def apply(settings: EventSettings, entries: Iterable[(String, Any)]): RunFacet = {
    val facet = new DefaultRunFacet(settings.producer)
    facet.getAdditionalProperties.putAll(JavaCollections.map(entries.map { case (k, v) =>
      k -> v.asInstanceOf[AnyRef]
    }))
    facet
  }
}
