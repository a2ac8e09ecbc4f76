package io.headwater.emit.spool

import java.time.{Instant, ZonedDateTime}

import scala.util.Try

import com.fasterxml.jackson.databind.node.ObjectNode

import io.headwater.emit.event.SerializedEvent
import io.headwater.emit.facets.{FacetNames, SequenceFacet}

/** The runs of a dead application that have a START and no terminal event, oldest first. */
private[spool] final case class OpenRuns(runs: Vector[OpenRuns.Run] = Vector.empty) {
  def after(event: SerializedEvent): OpenRuns = OpenRuns.phase(event.eventType) match {
    case OpenRuns.Start if runs.exists(_.id == event.runId) => this
    case OpenRuns.Start =>
      OpenRuns(runs :+ OpenRuns.Run(
        event.runId,
        event.line,
        event.sequence.getOrElse(0L),
        OpenRuns.time(event)
      ))
    case OpenRuns.End => OpenRuns(runs.filterNot(_.id == event.runId))
    case OpenRuns.Other =>
      OpenRuns(runs.map(r => if (r.id == event.runId) r.after(event) else r))
  }

  /** The runs with one of these ids. */
  def among(ids: Set[String]): OpenRuns = OpenRuns(runs.filter(r => ids(r.id)))

  /** An ABORT event for each run, as the application would have sent it: inner runs first, the run of the application last.
    * The clock of this process may be behind that of the dead application; a run does not end before its last event.
    */
  def aborted(at: Instant): Vector[SerializedEvent] = runs.reverse.map { run =>
    SerializedEvent.changed(run.start) { event =>
      val time = run.lastTime.filter(_.isAfter(at)).getOrElse(at)
      event.put("eventType", "ABORT").put("eventTime", time.toString)
      event.path("run").path("facets").path(FacetNames.sequence) match {
        case facet: ObjectNode => facet.put(SequenceFacet.field, run.last + 1)
        case _ => ()
      }
      OpenRuns.withoutChanges(event)
    }
  }
}

private[spool] object OpenRuns {

  /** @param start
    *   the line of its START
    * @param last
    *   the number of its last event
    * @param lastTime
    *   the time of its last event, if it can be read
    */
  final case class Run(id: String, start: String, last: Long, lastTime: Option[Instant]) {
    def after(event: SerializedEvent): Run =
      copy(last = event.sequence.getOrElse(last), lastTime = time(event).orElse(lastTime))
  }

  private def time(event: SerializedEvent): Option[Instant] =
    Try(ZonedDateTime.parse(event.eventTime).toInstant).toOption

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
