package io.headwater.shell.capture

import java.util.UUID

import scala.collection.mutable

import org.apache.spark.scheduler.SparkListenerJobStart
import org.apache.spark.sql.streaming.StreamingQueryListener.{
  Event,
  QueryProgressEvent,
  QueryStartedEvent,
  QueryTerminatedEvent
}

import io.headwater.shell.lifecycle.SparkExecution.StreamingQuery
import io.headwater.util.BoundedMap

/** The queries and streaming queries that run; of each query whether it has had a job, and the completed stages with
  * their metrics. A thread inherits the properties of the thread that created it; so the threads of a pool can carry the
  * id of a query that ended long ago, and a job may outlive its query (for example a broadcast that is no longer needed).
  * Used on the bus thread only.
  *
  * The end of a query may be late on the bus, or dropped by it. So Spark is asked, too: a job that begins after Spark has
  * forgotten the query is not one of it. Job ids show the order, since clocks can change.
  *
  * What Spark knows is bounded by Spark, so it is kept, however much runs at once. Of what Spark has forgotten and whose end
  * has not come, no more than `maxForgotten` is kept.
  *
  * @param spark what Spark tells now
  */
final class OpenExecutions(spark: SparkStatus = SparkStatus.current) {
  import OpenExecutions._
  private val queries = mutable.HashMap.empty[Long, QueryState] // by execution id, as the next two
  private val known = mutable.HashSet.empty[Long] // the queries that Spark still knew at the last look
  private val forgotten = new BoundedMap[Long, ForgottenQuery](maxForgotten, f => queries -= f.executionId)
  private val streams = mutable.LinkedHashMap.empty[UUID, UUID] // the run ids by the query ids

  def started(executionId: Long): Unit = {
    findForgotten()
    queries(executionId) = QueryState()
    known += executionId
  }

  /** @return the completed stages of the query */
  def ended(executionId: Long): Vector[CompletedStage] = {
    known -= executionId
    forgotten.remove(executionId)
    queries.remove(executionId).fold(Vector.empty[CompletedStage])(_.completed)
  }

  /** Each query is found once, so those whose ends were dropped cost nothing more. */
  private def findForgotten(): Unit =
    if (!known.forall(spark.isRunning(_))) // nearly always they all run: then no set is made
      for (executionId <- known.filterNot(spark.isRunning(_)).toVector) {
        known -= executionId
        forgotten(executionId) = ForgottenQuery(executionId, spark.nextJobId)
      }

  private def isOpen(executionId: Long, job: Int): Boolean =
    queries.contains(executionId) && forgotten.get(executionId).flatMap(_.nextJobId).forall(job < _)

  /** @return whether it is the first job of the query */
  def jobStarted(executionId: Long): Boolean = queries.get(executionId).exists { open =>
    queries(executionId) = open.copy(hasJob = true)
    !open.hasJob
  }

  def completed(executionId: Long, stage: CompletedStage): Unit =
    for (open <- queries.get(executionId) if stage.info.failureReason.isEmpty)
      queries(executionId) = open.copy(completed = open.completed :+ stage)

  def changed(event: Event): Unit = event match {
    case e: QueryStartedEvent => streamStarted(StreamingQuery(e.id, e.runId))
    case e: QueryProgressEvent =>
      // its start may have been dropped
      streamStarted(StreamingQuery(e.progress.id, e.progress.runId))
    case e: QueryTerminatedEvent => streamEnded(StreamingQuery(e.id, e.runId))
    case _ => ()
  }

  private[capture] def streamStarted(query: StreamingQuery): Unit = {
    val isNew = streams.put(query.queryId, query.runId).isEmpty
    if (isNew && streams.size > maxForgotten) streams --= streams.keysIterator.find(!isRunning(_))
  }

  private def isRunning(queryId: UUID): Boolean =
    streams.get(queryId).exists(runId => spark.isRunning(StreamingQuery(queryId, runId)).contains(true))

  /** A streaming query may be started again before the end of its last run is told. */
  private[capture] def streamEnded(query: StreamingQuery): Unit =
    if (streams.get(query.queryId).contains(query.runId)) streams -= query.queryId

  /** What a job runs for. A thread of a streaming query starts jobs between its batches, too, when a source looks for new
    * data.
    */
  def ownerOf(event: SparkListenerJobStart): JobOwner = {
    findForgotten()
    val ofStream = JobProperties.streamingQueryId(event).exists(streams.contains)
    JobProperties.executionId(event) match {
      case Some(query) if isOpen(query, event.jobId) && ofStream => JobOwner.Batch(query)
      case Some(query) if isOpen(query, event.jobId) => JobOwner.Engine(Some(query))
      case None if ofStream => JobOwner.Engine(None)
      case _ => JobOwner.Program
    }
  }
}

object OpenExecutions {

  /** How many are kept that Spark does not know any more. Beyond that, the oldest is removed first. */
  val maxForgotten = 1000

  /** A query that Spark has forgotten.
    *
    * @param nextJobId the first job that is not one of the query; `None` if this Spark does not tell
    */
  private final case class ForgottenQuery(executionId: Long, nextJobId: Option[Int])

  private final case class QueryState(
      hasJob: Boolean = false,
      completed: Vector[CompletedStage] = Vector.empty
  )
}
