package io.headwater.shell.handlers

import java.time.Instant

import io.headwater.model.{JobId, JobType, PlanLineage}
import io.headwater.plan.rdd.RddLineage
import io.headwater.shell.capture.{Captured, JobInfo}
import io.headwater.shell.config.AgentConfig
import io.headwater.shell.extensions.python.DeclaredFunctions
import io.headwater.shell.extensions.snapshot.Nodes
import io.headwater.shell.extensions.{ExtensionCoordinator, RunDraft}
import io.headwater.shell.facets.RunFacets
import io.headwater.shell.failures.Failures
import io.headwater.shell.lifecycle.Signal
import io.headwater.shell.naming.{JobDescriptions, RddNames, RunIds}

/** Turns jobs that run for an RDD into signals: each that reads or writes data is a run. On the worker thread only. */
final class RddJobHandler(
    config: AgentConfig,
    application: String,
    extensions: ExtensionCoordinator,
    unread: SkippedPlans,
    facets: RunFacets
) {

  def started(job: Captured.JobStarted): Option[Signal] =
    if (config.filter.rddEventsDisabled) None
    else {
      val lineage = unread.instead(job.rdd.getClass.getName)
        .getOrElse(unread.timed(RddLineage.of(job.rdd, Option(job.function), DeclaredFunctions.find)))
      if (!QueryFilter.touches(lineage)) None else Some(started(job, lineage))
    }

  private def started(job: Captured.JobStarted, lineage: PlanLineage): Signal = {
    val id = Signal.ofJob(job.event.jobId)
    val outline = JobInfo.of(job.event)
    val (emitted, scope) = extensions.emitted(id, job.tags)
    val draft = RunDraft(
      id,
      Instant.ofEpochMilli(job.event.time),
      RunIds.at(job.event.time),
      JobId(config.namespace, s"$application.${scope.getOrElse(RddNames.of(job.rdd))}"),
      JobType.rdd,
      None,
      job.tags
    )
    val consulted = extensions.started(draft, Nodes.none, s => Vector(s.of(job.event)))
    val whole = consulted.also(lineage)
    extensions.found(id, whole)
    Signal.QueryStarted(
      id = id,
      root = id,
      at = draft.at,
      runId = draft.runId,
      job = draft.job,
      jobType = JobType.rdd,
      lineage = whole,
      sql = None,
      reported = true,
      lasting = consulted.lasting,
      added = facets.started(outline) ++ consulted.now ++ emitted,
      description = JobDescriptions.of(outline.description, None)
    )
  }

  def ended(job: Captured.JobEnded): Signal = {
    val (id, at) = (Signal.ofJob(job.id), Instant.ofEpochMilli(job.time))
    val error = Failures.of(job.failure, None)
    Signal.QueryEnded(
      id,
      at,
      error,
      job.written.filter(_ => job.failure.isEmpty),
      added = facets.ended ++ extensions.ended(id, at, error, (_, _) => Vector.empty)
    )
  }
}
