package io.headwater.shell.handlers

import io.headwater.model.{Additions, Gap, PlanLineage}
import io.headwater.shell.lifecycle.Signal

/** The start of a query whose start was dropped, as its end tells it. */
private[handlers] object UnknownStart {
  private val why =
    "the start of the query was dropped by a full queue: its tags and description are not known, nor when it began exactly"

  private val gap =
    Additions(lineage = PlanLineage(gaps = Vector(Gap("SparkListenerSQLExecutionStart", "queue", why))))

  /** The signal with what is not known. */
  def apply(signal: Signal): Signal = signal match {
    case s: Signal.RunStarted =>
      s.copy(isRootKnown = s.root != s.execution, lasting = s.lasting ++ gap)
    case other => other
  }
}
