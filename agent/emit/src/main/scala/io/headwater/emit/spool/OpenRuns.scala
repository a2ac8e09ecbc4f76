package io.headwater.emit.spool

import java.time.Instant

import com.fasterxml.jackson.databind.node.ObjectNode

import io.headwater.emit.event.SerializedEvent
import io.headwater.emit.facets.SequenceFacet

/** Runs of a dead application that began and did not end, oldest first. */
private[spool] final case class OpenRuns(runs: Vector[OpenRuns.Run] = Vector.empty) {
  def after(event: SerializedEvent): OpenRuns = OpenRuns.phase(event.eventType) match {
    case OpenRuns.Begins if runs.exists(_.id == event.runId) => this
    case OpenRuns.Begins =>
      OpenRuns(runs :+ OpenRuns.Run(event.runId, event.line, event.sequence.getOrElse(0L)))
    case OpenRuns.Ends => OpenRuns(runs.filterNot(_.id == event.runId))
    case OpenRuns.GoesOn =>
      OpenRuns(runs.map(r => if (r.id == event.runId) r.copy(last = event.sequence.getOrElse(r.last)) else r))
  }

  /** What their application would have said, had it been told to end: inner runs first, the application's last. */
  def aborted(at: Instant): Vector[SerializedEvent] = runs.reverse.map { run =>
    SerializedEvent.changed(run.start) { event =>
      event.put("eventType", "ABORT").put("eventTime", at.toString)
      event.path("run").path("facets").path(SequenceFacet.name) match {
        case facet: ObjectNode => facet.put(SequenceFacet.field, run.last + 1)
        case _ => ()
      }
    }
  }
}

private[spool] object OpenRuns {
  final case class Run(id: String, start: String, last: Long)

  sealed trait Phase
  case object Begins extends Phase
  case object GoesOn extends Phase
  case object Ends extends Phase

  def phase(eventType: String): Phase = eventType match {
    case "START" => Begins
    case "COMPLETE" | "FAIL" | "ABORT" => Ends
    case _ => GoesOn
  }
}
