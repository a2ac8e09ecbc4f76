package io.headwater.shell.lifecycle

import io.headwater.model.PlanLineage

/** What a run learns of its plan while it runs. */
object Lineages {

  /** What `IF NOT EXISTS` leaves open, once a query inside has been seen to write. */
  def confirmed(outer: PlanLineage): PlanLineage =
    outer.copy(sinks = outer.sinks.map(_.copy(certain = true)))
}
