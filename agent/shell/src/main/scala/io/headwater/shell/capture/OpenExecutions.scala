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

  /** Whether a query that runs, or the thread of a streaming query that runs, has started the job. The thread of a streaming
    * query also starts jobs between batches, when a source looks for new data.
    */
  def ofJob(event: SparkListenerJobStart): Boolean =
    JobProperties.query(event).exists(queries.contains) ||
      JobProperties.stream(event).exists(streams.contains)
}
