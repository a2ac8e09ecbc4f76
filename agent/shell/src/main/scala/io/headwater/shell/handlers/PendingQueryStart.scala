package io.headwater.shell.handlers

import java.time.Instant

import org.apache.spark.sql.execution.ui.SparkListenerSQLExecutionStart

import io.headwater.model.{Additions, Gap, JobId, JobType, PlanLineage}
import io.headwater.shell.capture.QueryInfo
import io.headwater.shell.lifecycle.Signal
import io.headwater.shell.naming.RunIds

/** A query's start that has to wait for its plan; `event` is none where the worker's queue was full. */
final case class PendingQueryStart(outline: QueryInfo, event: Option[SparkListenerSQLExecutionStart]) {

  /** The start of a query of which nothing else will be known than that it ran. */
  def unread(job: JobId, added: Additions): Signal.QueryStarted = Signal.QueryStarted(
    id = outline.id,
    root = outline.root,
    at = Instant.ofEpochMilli(outline.time),
    runId = RunIds.at(outline.time),
    job = job,
    jobType = JobType.sql,
    lineage = PendingQueryStart.lost,
    sql = None,
    reported = true,
    added = added,
    unread = true
  )
}

object PendingQueryStart {
  def of(event: SparkListenerSQLExecutionStart): PendingQueryStart =
    PendingQueryStart(QueryInfo.of(event), Some(event))

  /** What is known of a plan that was not read. */
  val lost: PlanLineage = PlanLineage(gaps =
    Vector(Gap(
      "SparkListenerEvent",
      "queue",
      "the agent lagged behind Spark: the plan, or what was written, has not been read"
    ))
  )
}
