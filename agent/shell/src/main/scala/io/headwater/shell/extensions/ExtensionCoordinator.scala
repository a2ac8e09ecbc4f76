package io.headwater.shell.extensions

import java.time.Instant

import scala.collection.mutable

import org.apache.spark.sql.streaming.StreamingQueryProgress

import io.headwater.model.{Additions, EventType, JobType, PlanLineage, RunError, RunEvent, RunRef}
import io.headwater.shell.capture.{ClientSession, JobEvent}
import io.headwater.shell.extensions.snapshot.{Nodes, Subject, Subjects}
import io.headwater.shell.lifecycle.{Signal, SparkExecution}
import io.headwater.shell.logging.DriverLog
import io.headwater.shell.meters.ExtensionTimings
import io.headwater.shell.naming.AgentJobTag

/** Calls the extensions for queries, streaming queries and RDD jobs, from their start to their end. It keeps what is
  * running. Used on the worker thread only.
  */
final class ExtensionCoordinator(
    extensions: Extensions,
    emittedFacets: EmittedFacetStore,
    app: Signal.ApplicationStarted,
    timings: ExtensionTimings
) {
  import ExtensionCoordinator._
  private val log = new DriverLog(getClass)
  private val running = mutable.HashMap.empty[SparkExecution, Running]
  private val observed = mutable.HashMap.empty[SparkExecution, mutable.ArrayBuffer[JobEvent]]
  private var unobserved = 0L // events of jobs and stages that extensions do not see

  /** Calls the extensions for the start of a run. */
  def started(draft: RunDraft, nodes: Nodes, subjects: Subjects => Vector[Subject]): ExtendedWalk = {
    val event = RunEvent(
      EventType.Start,
      draft.at,
      RunRef(draft.runId, draft.job),
      draft.jobType,
      app.application,
      sql = draft.sql,
      properties = app.properties
    )
    emittedFacets.runStarted(draft.tags)
    running(draft.execution) = Running(event, draft.tags, draft.at.toEpochMilli, draft.client)
    val all = (s: Subjects) => subjects(s) ++ draft.client.map(s.of)
    new ExtendedWalk(
      nodes,
      extensions.consult(ExtensionRequest(event, Some(draft.execution), Some(draft -> nodes), all))
    )
  }

  /** Calls the builders of the progress of a streaming query. */
  def progressed(
      execution: SparkExecution.StreamingQuery,
      at: Instant,
      progress: StreamingQueryProgress
  ): Additions =
    running.get(execution).filter(_ => extensions.wantsProgress).fold(Additions.none) { run =>
      val event = run.event.copy(eventType = EventType.Running, time = at)
      val subjects = (s: Subjects) => Vector(s.of(progress))
      val request = ExtensionRequest(event, Some(execution), None, subjects, onlyOfSubjects = true)
      extensions.consult(request).additions
    }

  /** Keeps the lineage of a run, for extensions that are called at its end. */
  def recordLineage(execution: SparkExecution, lineage: PlanLineage): Unit =
    running.get(execution).foreach(r => running(execution) = r.copy(event = r.event.copy(lineage = lineage)))

  /** The job name that a script has set with a block of `headwater.job`. */
  def blockName(tags: Set[String]): Option[String] =
    emittedFacets.blockName(tags).orElse(nameInTags(tags))

  /** Takes the facets that scripts have emitted for a run; with the job name that a block of `headwater.job` has set. */
  def emitted(execution: SparkExecution, tags: Set[String]): (Additions, Option[String]) = {
    val (facets, block) = emittedFacets.takeForRun(execution, tags)
    (facets, block.orElse(nameInTags(tags)))
  }

  /** What was dropped for lack of room, for the application's last event. */
  def dropped: Map[String, Long] =
    Map("facetsDropped" -> emittedFacets.dropped, "jobEventsDropped" -> unobserved)
      .filter { case (_, count) => count > 0 }

  private def nameInTags(tags: Set[String]): Option[String] =
    AgentJobTag.jobName.texts(tags).filter(_.nonEmpty).lastOption

  /** Keeps a Spark event of a run for the extensions that are called at the end of the run. */
  def observe(execution: SparkExecution, event: JobEvent): Unit =
    if (running.contains(execution)) {
      val all = observed.getOrElseUpdate(execution, mutable.ArrayBuffer.empty)
      if (all.size < maxObserved) all += event
      else {
        if (unobserved == 0) log.warn(
          s"Headwater: a run has more than $maxObserved events of jobs and stages, so extensions see the first of them " +
            "only. Later ones are counted as jobEventsDropped in the application's last event."
        )
        unobserved += 1
      }
    }

  /** Calls the extensions for the end of a run.
    *
    * @param subjects receives the duration of the run in milliseconds
    */
  def ended(
      execution: SparkExecution,
      at: Instant,
      error: Option[RunError],
      subjects: (Subjects, Long) => Vector[Subject] = (_, _) => Vector.empty
  ): Additions = {
    val events = observed.remove(execution).fold(Vector.empty[JobEvent])(_.toVector)
    running.remove(execution).fold(Additions.none) { run =>
      val event = run.event.copy(eventType = EventType.end(error), time = at, error = error)
      val response = extensions.consult(ExtensionRequest(
        event,
        Some(execution),
        None,
        s =>
          events.flatMap(of(_, s)) ++ subjects(s, at.toEpochMilli - run.since) ++ run.client.map(s.of)
      ))
      val (emitted, _) = emittedFacets.takeForRun(execution, run.tags)
      emittedFacets.runEnded(run.tags)
      response.additions ++ emitted
    }
  }

  /** Adds to the application's last event what the extensions' builders return, what scripts have emitted, and how
    * often and how long the extensions were called.
    */
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
    val response = extensions.consult(ExtensionRequest(event, None, None, _ => Vector.empty))
    val added = response.additions ++ emittedFacets.takeForApplication(last = true)
    ended.copy(added = added, extensions = timings.all)
  }

  private def of(observed: JobEvent, subjects: Subjects): Vector[Subject] = observed match {
    case JobEvent.Started(event, job) => subjects.of(event) +: job.toVector.flatMap(subjects.of(_))
    case JobEvent.StageCompleted(stage) => Vector(subjects.of(stage))
    case JobEvent.Ended(event, failure) => Vector(subjects.of(event, failure))
  }
}

private object ExtensionCoordinator {
  final case class Running(event: RunEvent, tags: Set[String], since: Long, client: Option[ClientSession])

  /** How many Spark events of one run are kept for the extensions that are called at its end. */
  val maxObserved = 10000
}
