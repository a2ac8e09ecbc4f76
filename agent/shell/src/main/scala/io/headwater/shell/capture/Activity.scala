package io.headwater.shell.capture

import java.util.UUID

/** What Spark posts a start and an end of. */
sealed trait Activity
object Activity {
  final case class Query(execution: Long) extends Activity

  /** A job that runs for an RDD. */
  final case class Job(id: Int) extends Activity

  final case class Stream(id: UUID, runId: UUID) extends Activity

  /** The activity that begins. */
  def started(captured: Captured): Option[Activity] = captured match {
    case Captured.QueryStarted(event, _, _) => Some(Query(event.executionId))
    case Captured.ReducedStart(info) => Some(Query(info.id))
    case Captured.JobStarted(job, _, _, _) => Some(Job(job.event.jobId))
    case Captured.JobMissed(job) => Some(Job(job.event.jobId))
    case Captured.StreamStarted(stream, _) => Some(Stream(stream.id, stream.runId))
    case _ => None
  }

  /** The activity that ends. */
  def ended(captured: Captured): Option[Activity] = captured match {
    case Captured.QueryEnded(event, _, _, _, _) => Some(Query(event.executionId))
    case Captured.ReducedEnd(id, _, _, _) => Some(Query(id))
    case Captured.JobEnded(id, _, _, _) => Some(Job(id))
    case Captured.StreamTerminated(event, _) => Some(Stream(event.id, event.runId))
    case _ => None
  }

  /** Whether Spark knows that it runs; `None` if this Spark does not tell. Any thread may ask. */
  def isRunning(activity: Activity): Option[Boolean] = activity match {
    case Query(execution) => Some(CurrentState.ofSpark.knows(execution))
    case Job(id) => ActiveJobs.isRunning(id)
    case Stream(id, runId) => ActiveStreams.isRunning(id, runId)
  }
}
