package io.headwater.shell.handlers

import io.headwater.model.{Additions, Gap, PlanLineage, RunError}

/** The end of a run whose end was dropped: how it has ended is not known.
  *
  * @param event
  *   the class of the event that was dropped
  */
private[handlers] final class UnknownEnd(event: String, what: String) {
  private val why = s"the end of the $what was dropped by a full queue: how it has ended is not known"

  val error: RunError = RunError(why, isStopped = true)
  val gap: Additions = Additions(lineage = PlanLineage(gaps = Vector(Gap(event, "queue", why))))
}

private[handlers] object UnknownEnd {
  val ofQuery = new UnknownEnd("SparkListenerSQLExecutionEnd", "query")
  val ofJob = new UnknownEnd("SparkListenerJobEnd", "job")
  val ofStream = new UnknownEnd("QueryTerminatedEvent", "streaming query")
}
