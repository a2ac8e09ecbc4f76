package io.headwater.shell.handlers

import java.time.Instant

import io.headwater.model.{Gap, JobId, JobType, PlanLineage}
import io.headwater.plan.rdd.RddLineage
import io.headwater.shell.capture.{Captured, JobInfo, ThriftStatements}
import io.headwater.shell.config.AgentConfig
import io.headwater.shell.extensions.python.DeclaredFunctions
import io.headwater.shell.extensions.{ExtensionCoordinator, RunDraft}
import io.headwater.shell.facets.RunFacets
import io.headwater.shell.failures.Failures
import io.headwater.shell.lifecycle.Signal
import io.headwater.shell.naming.{JobDescriptions, RddNames, RunIds}

/** Turns Spark jobs that run for an RDD into signals. Each job that reads or writes data is a run. Used on the worker
  * thread only.
  */
final class RddJobHandler(
    config: AgentConfig,
    application: String,
    builder: RunStartBuilder,
    extensions: ExtensionCoordinator,
    skipped: SkippedPlans,
    facets: RunFacets,
    statements: ThriftStatements
) {

  def started(job: Captured.JobStarted): Option[Signal] =
    if (config.filter.rddEventsDisabled) None
    else {
      val lineage = skipped.reason(job.rdd.getClass.getName)
        .getOrElse(skipped.timed(RddLineage.of(job.rdd, Option(job.function), DeclaredFunctions.find)))
      val unread =
        if (job.hasEnded) Vector(Gap(job.rdd.getClass.getName, "sink", RddJobHandler.ended)) else Vector.empty
      if (QueryFilter.touches(lineage)) Some(started(job, lineage.copy(gaps = lineage.gaps ++ unread)))
      else None
    }

  private def started(job: Captured.JobStarted, lineage: PlanLineage): Signal = {
    val id = Signal.ofJob(job.event.jobId)
    val info = JobInfo.of(job.event)
    val name =
      extensions.jobScope(job.tags).fold(s"$application.${RddNames.of(job.rdd)}")(builder.scoped)
    val draft = RunDraft(
      id,
      Instant.ofEpochMilli(job.event.time),
      RunIds.at(job.event.time),
      JobId(config.namespace, name),
      JobType.rdd,
      None,
      job.tags,
      client = statements.session(job.tags, info.group, None)
    )
    val start = RunStart(
      draft,
      root = id,
      subjects = subjects => Vector(subjects.of(job.event)),
      facets = facets.started(info),
      description = JobDescriptions.of(info.description, None)
    )
    val results = builder.callExtensions(start)
    builder.build(start, results, results.mergeInto(lineage), name)
  }

  def ended(job: Captured.JobEnded): Signal = {
    val (id, at) = (Signal.ofJob(job.id), Instant.ofEpochMilli(job.time))
    val error = Failures.of(job.failure, None)
    Signal.RunEnded(
      id,
      at,
      error,
      job.written.filter(_ => job.failure.isEmpty),
      added = facets.ended ++ extensions.ended(id, at, error, (_, _) => Vector.empty)
    )
  }
}

private object RddJobHandler {
  val ended = "the job had ended before it was read: what it has written is not seen"
}
