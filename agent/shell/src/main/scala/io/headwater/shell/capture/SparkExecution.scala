package io.headwater.shell.capture

import java.util.UUID

/** What Spark posts a start and an end of: a query, a job for an RDD, or a streaming query. */
sealed trait SparkExecution
object SparkExecution {
  final case class Query(id: Long) extends SparkExecution

  /** A job that runs for an RDD. */
  final case class Job(id: Int) extends SparkExecution

  final case class Stream(id: UUID, runId: UUID) extends SparkExecution

  /** The execution that begins. */
  def started(captured: Captured): Option[SparkExecution] = captured match {
    case Captured.QueryStarted(event, _, _) => Some(Query(event.executionId))
    case Captured.ReducedStart(info) => Some(Query(info.id))
    case Captured.JobStarted(job, _, _, _) => Some(Job(job.event.jobId))
    case Captured.JobUnread(job) => Some(Job(job.event.jobId))
    case Captured.StreamStarted(stream, _) => Some(Stream(stream.id, stream.runId))
    case _ => None
  }

  /** The execution that ends. */
  def ended(captured: Captured): Option[SparkExecution] = captured match {
    case Captured.QueryEnded(event, _, _, _, _) => Some(Query(event.executionId))
    case Captured.ReducedEnd(id, _, _, _) => Some(Query(id))
    case Captured.JobEnded(id, _, _, _) => Some(Job(id))
    case Captured.StreamTerminated(event, _) => Some(Stream(event.id, event.runId))
    case _ => None
  }

  /** Whether Spark knows that it runs; `None` if this Spark does not tell. Any thread may ask. */
  def isRunning(execution: SparkExecution): Option[Boolean] = execution match {
    case Query(id) => Some(SparkStatus.current.isRunning(id))
    case Job(id) => ActiveJobs.isRunning(id)
    case Stream(id, runId) => ActiveStreams.isRunning(id, runId)
  }
}
