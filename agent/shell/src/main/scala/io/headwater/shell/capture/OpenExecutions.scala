package io.headwater.shell.capture

import java.util.UUID

import scala.collection.mutable

import org.apache.spark.scheduler.{SparkListenerJobEnd, SparkListenerJobStart}
import org.apache.spark.sql.streaming.StreamingQueryListener.{
  Event,
  QueryProgressEvent,
  QueryStartedEvent,
  QueryTerminatedEvent
}

import io.headwater.util.BoundedMap

/** The queries and streaming queries that run; of each query whether it has had a job, and the completed stages with
  * their metrics. A thread inherits the properties of the thread that created it; so the threads of a pool can carry the
  * id of a query that ended long ago, and a job may outlive its query (for example a broadcast that is no longer needed).
  * Used on the bus thread only.
  */
final class OpenExecutions {
  import OpenExecutions._
  private val queries = new BoundedMap[Long, OpenQuery](maxQueries)
  private val streams = new BoundedMap[UUID, UUID](maxQueries) // the run of each streaming query
  private val jobs = mutable.HashMap.empty[Int, Seq[Int]] // the stages of each running job of a query
  private val stages = mutable.HashMap.empty[Int, Long] // the query of each of these stages

  def started(query: Long): Unit = queries(query) = OpenQuery()

  /** @return the completed stages of the query */
  def ended(query: Long): Vector[CompletedStage] =
    queries.remove(query).fold(Vector.empty[CompletedStage])(_.completed)

  /** Tells the first job of each query. */
  def jobStarted(event: SparkListenerJobStart): Option[Captured] =
    JobProperties.query(event).flatMap(id => queries.get(id).flatMap(jobStarted(event, id, _)))

  private def jobStarted(event: SparkListenerJobStart, id: Long, query: OpenQuery): Option[Captured] = {
    jobs(event.jobId) = event.stageIds
    event.stageIds.foreach(stages(_) = id)
    queries(id) = query.copy(hasJob = true)
    if (query.hasJob) None else Some(Captured.QueryJob(id, JobInfo.of(event)))
  }

  def completed(stage: CompletedStage): Unit =
    for (
      id <- stages.get(stage.info.stageId) if stage.info.failureReason.isEmpty;
      query <- queries.get(id)
    )
      queries(id) = query.copy(completed = query.completed :+ stage)

  /** Forgets the job's stages. Skipped stages never complete. */
  def jobEnded(event: SparkListenerJobEnd): Unit = jobs.remove(event.jobId).foreach(stages --= _)

  def changed(event: Event): Unit = event match {
    case e: QueryStartedEvent => streamStarted(e.id, e.runId)
    case e: QueryProgressEvent =>
      streamStarted(e.progress.id, e.progress.runId) // the start of a long stream may have been dropped
    case e: QueryTerminatedEvent => streamEnded(e.id, e.runId)
    case _ => ()
  }

  private[capture] def streamStarted(id: UUID, run: UUID): Unit = streams(id) = run

  /** A streaming query may be started again before the end of its last run is told. */
  private[capture] def streamEnded(id: UUID, run: UUID): Unit =
    if (streams.get(id).contains(run)) { streams.remove(id); () }

  /** What a job runs for. A thread of a streaming query starts jobs between its batches, too, when a source looks for new
    * data.
    */
  def ownerOf(event: SparkListenerJobStart): JobOwner = {
    val ofStream = JobProperties.stream(event).exists(streams.contains)
    JobProperties.query(event) match {
      case Some(query) if queries.contains(query) && ofStream => JobOwner.Batch(query)
      case Some(query) if queries.contains(query) => JobOwner.Engine
      case None if ofStream => JobOwner.Engine
      case _ => JobOwner.Program
    }
  }
}

object OpenExecutions {

  /** How many queries may run at once. Beyond that, the oldest entry is removed first. */
  val maxQueries = 1000

  private final case class OpenQuery(
      hasJob: Boolean = false,
      completed: Vector[CompletedStage] = Vector.empty
  )
}

/** What a job runs for. */
sealed trait JobOwner
object JobOwner {

  /** The user's program, for an RDD. */
  case object Program extends JobOwner

  /** A query, or the source of a streaming query. */
  case object Engine extends JobOwner

  /** A query in a streaming query. If it is a batch with `foreachBatch`, the user's program may have started the job. */
  final case class Batch(query: Long) extends JobOwner
}
