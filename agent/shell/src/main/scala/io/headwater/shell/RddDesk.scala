package io.headwater.shell

import java.time.Instant

import io.headwater.model.{JobId, JobType}
import io.headwater.plan.rdd.RddLineage
import io.headwater.shell.config.AgentConfig
import io.headwater.shell.context.{Failures, RddNames, Reported, RunIds}
import io.headwater.shell.lifecycle.Signal
import io.headwater.shell.listener.Captured

/** Turns jobs that run for an RDD into signals: each that reads or writes data is a run. On the worker thread only. */
final class RddDesk(config: AgentConfig, application: String) {

  def started(job: Captured.JobStarted): Option[Signal] =
    if (config.filter.rddEventsDisabled) None
    else {
      val lineage = RddLineage.of(job.rdd, Option(job.function))
      val id = Signal.ofJob(job.id)
      if (!Reported.touches(lineage)) None
      else Some(Signal.QueryStarted(
        id = id,
        root = id,
        at = Instant.ofEpochMilli(job.time),
        runId = RunIds.at(job.time),
        job = JobId(config.namespace, s"$application.${RddNames.of(job.rdd)}"),
        jobType = JobType.rdd,
        lineage = lineage,
        sql = None,
        reported = true
      ))
    }

  def ended(job: Captured.JobEnded): Signal = Signal.QueryEnded(
    Signal.ofJob(job.id),
    Instant.ofEpochMilli(job.time),
    Failures.of(job.failure, None),
    job.written.filter(_ => job.failure.isEmpty)
  )
}
