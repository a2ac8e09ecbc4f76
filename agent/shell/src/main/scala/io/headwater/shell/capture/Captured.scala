package io.headwater.shell.capture

import java.util.concurrent.CountDownLatch

import org.apache.spark.rdd.RDD
import org.apache.spark.scheduler.{
  SparkListenerApplicationEnd,
  SparkListenerApplicationStart,
  SparkListenerJobStart,
  StageInfo
}
import org.apache.spark.sql.execution.ui.{SparkListenerSQLExecutionEnd, SparkListenerSQLExecutionStart}
import org.apache.spark.sql.execution.{QueryExecution, SQLExecution}
import org.apache.spark.sql.streaming.StreamingQueryListener
import org.apache.spark.sql.streaming.StreamingQueryListener.{
  QueryProgressEvent,
  QueryStartedEvent,
  QueryTerminatedEvent
}

import io.headwater.model.Statistics

/** What the bus thread hands to the worker: references that Spark would let go of, and nothing that it computed. */
sealed trait Captured extends Product

object Captured {
  final case class ApplicationStarted(event: SparkListenerApplicationStart) extends Captured
  final case class ApplicationEnded(event: SparkListenerApplicationEnd) extends Captured

  /** `query` is empty when the bus lags so far behind that the query has ended already. `stages`: see [[QueryStages]]. */
  final case class QueryStarted(event: SparkListenerSQLExecutionStart, query: Option[QueryExecution])
      extends Captured
  final case class QueryEnded(
      event: SparkListenerSQLExecutionEnd,
      query: Option[QueryExecution],
      failure: Option[Throwable],
      action: String,
      stages: Vector[StageInfo]
  ) extends Captured

  /** The same two from a full queue, which had no room for plans. */
  final case class QueryBegan(outline: QueryInfo) extends Captured
  final case class QueryOver(id: Long, time: Long, failure: Option[Throwable], message: Option[String])
      extends Captured

  /** A streaming query; `query` is Spark's own object for it, none where it has ended already. */
  final case class StreamStarted(event: QueryStartedEvent, query: Option[AnyRef], time: Long) extends Captured
  final case class StreamProgressed(event: QueryProgressEvent) extends Captured
  final case class StreamTerminated(event: QueryTerminatedEvent, time: Long) extends Captured

  /** A job that Spark runs for an RDD and not for a query; `function` is null where its result is a shuffle. */
  final case class JobStarted(
      event: SparkListenerJobStart,
      rdd: RDD[_],
      function: AnyRef,
      tags: Set[String]
  ) extends Captured

  /** The first job of a query. */
  final case class QueryJob(query: Long, job: JobInfo) extends Captured

  final case class JobEnded(
      id: Int,
      time: Long,
      failure: Option[Throwable],
      written: Option[Statistics]
  ) extends Captured

  /** Something that extensions have asked for; `key` is that of the signals. */
  final case class Happened(key: Long, what: ObservedEvent) extends Captured

  /** Nothing has happened: somebody waits until all before it has been worked off. */
  final case class Reached(mark: CountDownLatch) extends Captured

  /** Spark tells no time of a termination. */
  def ofStream(event: StreamingQueryListener.Event): Option[Captured] = event match {
    case e: QueryStartedEvent =>
      Some(StreamStarted(e, ActiveStreams.find(e.id, e.runId), System.currentTimeMillis))
    case e: QueryProgressEvent => Some(StreamProgressed(e))
    case e: QueryTerminatedEvent => Some(StreamTerminated(e, System.currentTimeMillis))
    case _ => None
  }

  def started(event: SparkListenerSQLExecutionStart): Captured =
    QueryStarted(event, Option(SQLExecution.getQueryExecution(event.executionId)))

  def ended(event: SparkListenerSQLExecutionEnd, stages: Vector[StageInfo]): Captured =
    QueryEnded(
      event,
      Option(ExecutionEnds.query(event)),
      Option(ExecutionEnds.failure(event)),
      ExecutionEnds.action(event),
      stages
    )
}
