package io.headwater.emit.spool

import java.time.Instant

import com.fasterxml.jackson.databind.node.ObjectNode

import io.headwater.emit.event.SerializedEvent
import io.headwater.emit.facets.{FacetNames, SequenceFacet}

/** The runs of a dead application that have a START and no terminal event, oldest first. */
private[spool] final case class OpenRuns(runs: Vector[OpenRuns.Run] = Vector.empty) {
  def after(event: SerializedEvent): OpenRuns = OpenRuns.phase(event.eventType) match {
    case OpenRuns.Start if runs.exists(_.id == event.runId) => this
    case OpenRuns.Start =>
      OpenRuns(runs :+ OpenRuns.Run(event.runId, event.line, event.sequence.getOrElse(0L)))
    case OpenRuns.End => OpenRuns(runs.filterNot(_.id == event.runId))
    case OpenRuns.Other =>
      OpenRuns(runs.map(r => if (r.id == event.runId) r.copy(last = event.sequence.getOrElse(r.last)) else r))
  }

  /** An ABORT event for each run, as the application would have sent it: inner runs first, the run of the application last. */
  def aborted(at: Instant): Vector[SerializedEvent] = runs.reverse.map { run =>
    SerializedEvent.changed(run.start) { event =>
      event.put("eventType", "ABORT").put("eventTime", at.toString)
      event.path("run").path("facets").path(FacetNames.sequence) match {
        case facet: ObjectNode => facet.put(SequenceFacet.field, run.last + 1)
        case _ => ()
      }
      OpenRuns.withoutChanges(event)
    }
  }
}

private[spool] object OpenRuns {
  final case class Run(id: String, start: String, last: Long)

  /** Removes the facets `lifecycleStateChange`: nobody knows whether the change has happened. */
  private def withoutChanges(event: ObjectNode): Unit = event.path("outputs").forEach { output =>
    output.path("facets") match {
      case facets: ObjectNode => facets.remove("lifecycleStateChange")
      case _ => ()
    }
    ()
  }

  sealed trait Phase
  case object Start extends Phase
  case object Other extends Phase
  case object End extends Phase

  def phase(eventType: String): Phase = eventType match {
    case "START" => Start
    case "COMPLETE" | "FAIL" | "ABORT" => End
    case _ => Other
  }
}
