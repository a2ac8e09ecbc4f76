package io.headwater.shell.extensions

import java.time.Instant

import scala.collection.mutable

import io.headwater.model.{Additions, EventType, JobType, PlanLineage, RunError, RunEvent, RunRef}
import io.headwater.shell.capture.ObservedEvent
import io.headwater.shell.extensions.snapshot.{Nodes, Subject, Subjects}
import io.headwater.shell.lifecycle.Signal

/** The part of extensions in queries and jobs, from their start to their end. On the worker's thread only; holds what
  * runs.
  */
final class ExtensionCoordinator(
    extensions: Extensions,
    emissions: EmittedFacetStore,
    app: Signal.ApplicationStarted
) {
  import ExtensionCoordinator._
  private val open = mutable.HashMap.empty[Long, Running]
  private val observed = mutable.HashMap.empty[Long, mutable.ArrayBuffer[ObservedEvent]]

  /** Asks about a start. */
  def started(draft: RunDraft, nodes: Nodes, subjects: Subjects => Vector[Subject]): ExtensionResults = {
    val event = RunEvent(
      EventType.Start,
      draft.at,
      RunRef(draft.runId, draft.job),
      draft.jobType,
      app.application,
      sql = draft.sql,
      properties = app.properties
    )
    emissions.began(draft.tags)
    open(draft.id) = Running(event, draft.tags, draft.at.toEpochMilli)
    new ExtensionResults(
      nodes,
      extensions.consult(ExtensionRequest(event, Some(draft.id), Some(draft -> nodes), subjects))
    )
  }

  /** What the walk has found since; known to what is asked at the end. */
  def found(id: Long, lineage: PlanLineage): Unit =
    open.get(id).foreach(r => open(id) = r.copy(event = r.event.copy(lineage = lineage)))

  /** What scripts have emitted for a run, and the job name that they gave it. */
  def emitted(id: Long, tags: Set[String]): (Additions, Option[String]) =
    emissions.ofRun(id, tags)

  def observe(key: Long, what: ObservedEvent): Unit =
    if (open.contains(key)) {
      val all = observed.getOrElseUpdate(key, mutable.ArrayBuffer.empty)
      if (all.size < most) all += what
    }

  /** Asks about an end.
    *
    * @param subjects is given the milliseconds that it took
    */
  def ended(
      id: Long,
      at: Instant,
      error: Option[RunError],
      subjects: (Subjects, Long) => Vector[Subject]
  ): Additions = {
    val happened = observed.remove(id).fold(Vector.empty[ObservedEvent])(_.toVector)
    open.remove(id).fold(Additions.none) { running =>
      val end = if (error.isEmpty) EventType.Complete else EventType.Fail
      val event = running.event.copy(eventType = end, time = at, error = error)
      val answer = extensions.consult(ExtensionRequest(
        event,
        Some(id),
        None,
        s =>
          happened.flatMap(of(_, s)) ++ subjects(s, at.toEpochMilli - running.since)
      ))
      val (emitted, _) = emissions.ofRun(id, running.tags)
      emissions.ended(running.tags)
      ExtensionResults.atEnd(answer) ++ emitted
    }
  }

  /** The application's last event: builders that are asked for every event, and what scripts have emitted. */
  def finished(ended: Signal.ApplicationEnded): Signal.ApplicationEnded = {
    val event = RunEvent(
      EventType.end(ended.error),
      ended.at,
      app.run,
      JobType.application,
      app.application,
      error = ended.error,
      properties = app.properties
    )
    val answer = extensions.consult(ExtensionRequest(event, None, None, _ => Vector.empty))
    val added = ExtensionResults.atEnd(answer) ++ emissions.ofApplication(last = true)
    ended.copy(added = added)
  }

  private def of(what: ObservedEvent, subjects: Subjects): Vector[Subject] = what match {
    case ObservedEvent.Started(event, job) => subjects.of(event) +: job.toVector.flatMap(subjects.of(_))
    case ObservedEvent.StageDone(stage) => Vector(subjects.of(stage))
    case ObservedEvent.Ended(event, failure) => Vector(subjects.of(event, failure))
  }
}

private object ExtensionCoordinator {
  final case class Running(event: RunEvent, tags: Set[String], since: Long)

  /** Things that happened in one run and are kept for its end. */
  val most = 10000
}
