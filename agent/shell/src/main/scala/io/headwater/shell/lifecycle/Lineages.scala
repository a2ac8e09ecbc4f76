package io.headwater.shell.lifecycle

import io.headwater.model.PlanLineage

/** Two plans of one run as one. */
object Lineages {

  /** What `IF NOT EXISTS` leaves open, once a query inside has been seen to write. */
  def confirmed(outer: PlanLineage): PlanLineage =
    outer.copy(sinks = outer.sinks.map(_.copy(certain = true)))

  def merged(outer: PlanLineage, inner: PlanLineage): PlanLineage = PlanLineage(
    sources = (outer.sources ++ inner.sources.filterNot(d => outer.sources.exists(_.id == d.id))),
    sinks = outer.sinks ++ inner.sinks.filterNot(s => outer.sinks.exists(_.dataset.id == s.dataset.id)),
    gaps = (outer.gaps ++ inner.gaps).distinct,
    nameSuffix = outer.nameSuffix.orElse(inner.nameSuffix)
  )
}
