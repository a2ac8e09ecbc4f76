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
  * @param spark what Spark tells now
  */
final class OpenExecutions(spark: SparkStatus = SparkStatus.current) {
  import OpenExecutions._
  private val queries = new BoundedMap[Long, QueryState](maxQueries)
  private val streams = new BoundedMap[UUID, UUID](maxQueries) // the run ids by the query ids
  private val known = mutable.HashSet.empty[Long] // the queries that Spark still knew at the last look
  private val over = new BoundedMap[Long, Int](maxQueries) // the first job that is not one of the query

  def started(query: Long): Unit = {
    findOver()
    queries(query) = QueryState()
    known += query
  }

  /** @return the completed stages of the query */
  def ended(query: Long): Vector[CompletedStage] = {
    known -= query
    over.remove(query)
    queries.remove(query).fold(Vector.empty[CompletedStage])(_.completed)
  }

  /** Each query is found once, so those whose ends were dropped cost nothing more. */
  private def findOver(): Unit =
    if (!known.forall(spark.isRunning)) // nearly always they all run: then no set is made
      for (query <- known.filterNot(spark.isRunning).toVector) {
        known -= query
        spark.nextJobId.foreach(over(query) = _)
      }

  private def isOpen(query: Long, job: Int): Boolean =
    queries.contains(query) && over.get(query).forall(job < _)

  /** @return whether it is the first job of the query */
  def jobStarted(query: Long): Boolean = queries.get(query).exists { open =>
    queries(query) = open.copy(hasJob = true)
    !open.hasJob
  }

  def completed(query: Long, stage: CompletedStage): Unit =
    for (open <- queries.get(query) if stage.info.failureReason.isEmpty)
      queries(query) = open.copy(completed = open.completed :+ stage)

  def changed(event: Event): Unit = event match {
    case e: QueryStartedEvent => streamStarted(StreamingQuery(e.id, e.runId))
    case e: QueryProgressEvent =>
      // its start may have been dropped
      streamStarted(StreamingQuery(e.progress.id, e.progress.runId))
    case e: QueryTerminatedEvent => streamEnded(StreamingQuery(e.id, e.runId))
    case _ => ()
  }

  private[capture] def streamStarted(query: StreamingQuery): Unit = streams(query.queryId) = query.runId

  /** A streaming query may be started again before the end of its last run is told. */
  private[capture] def streamEnded(query: StreamingQuery): Unit =
    if (streams.get(query.queryId).contains(query.runId)) { streams.remove(query.queryId); () }

  /** What a job runs for. A thread of a streaming query starts jobs between its batches, too, when a source looks for new
    * data.
    */
  def ownerOf(event: SparkListenerJobStart): JobOwner = {
    findOver()
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

  /** How many queries may run at once. Beyond that, the oldest entry is removed first. */
  val maxQueries = 1000

  private final case class QueryState(
      hasJob: Boolean = false,
      completed: Vector[CompletedStage] = Vector.empty
  )
}
