package io.headwater.shell.capture

import java.util.UUID

import org.apache.spark.scheduler.SparkListenerJobStart
import org.apache.spark.sql.streaming.StreamingQueryListener.{
  Event,
  QueryProgressEvent,
  QueryStartedEvent,
  QueryTerminatedEvent
}

import io.headwater.util.BoundedMap

/** The queries and streaming queries that run. A thread inherits the properties of the thread that created it; so the
  * threads of a pool can carry the id of a query that ended long ago. Used on the bus thread only.
  */
final class OpenExecutions {
  private val queries = new BoundedMap[Long, Unit](QueryStages.maxQueries)
  private val streams = new BoundedMap[UUID, Unit](QueryStages.maxQueries)

  def started(query: Long): Unit = queries(query) = ()
  def ended(query: Long): Unit = { queries.remove(query); () }

  def changed(event: Event): Unit = event match {
    case e: QueryStartedEvent => streamStarted(e.id)
    case e: QueryProgressEvent =>
      streamStarted(e.progress.id) // the start of a long stream may have been dropped
    case e: QueryTerminatedEvent => streamEnded(e.id)
    case _ => ()
  }

  private[capture] def streamStarted(id: UUID): Unit = streams(id) = ()
  private[capture] def streamEnded(id: UUID): Unit = { streams.remove(id); () }

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
