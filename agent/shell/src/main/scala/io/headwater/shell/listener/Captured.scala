package io.headwater.shell.listener

import java.util.concurrent.CountDownLatch

import org.apache.spark.rdd.RDD
import org.apache.spark.scheduler.{SparkListenerApplicationEnd, SparkListenerApplicationStart}
import org.apache.spark.sql.execution.ui.{SparkListenerSQLExecutionEnd, SparkListenerSQLExecutionStart}
import org.apache.spark.sql.execution.{QueryExecution, SQLExecution}

import io.headwater.model.OutputStatistics

/** What the bus thread hands to the worker: references that Spark would let go of, and nothing that it computed. */
sealed trait Captured extends Product

object Captured {
  final case class ApplicationStarted(event: SparkListenerApplicationStart) extends Captured
  final case class ApplicationEnded(event: SparkListenerApplicationEnd) extends Captured

  /** `query` is empty when the bus lags so far behind that the query has ended already. */
  final case class QueryStarted(event: SparkListenerSQLExecutionStart, query: Option[QueryExecution])
      extends Captured
  final case class QueryEnded(
      event: SparkListenerSQLExecutionEnd,
      query: Option[QueryExecution],
      failure: Option[Throwable],
      action: String
  ) extends Captured

  /** The same two from a full queue, which had no room for plans. */
  final case class QueryBegan(outline: Outline) extends Captured
  final case class QueryOver(id: Long, time: Long, failure: Option[Throwable], message: Option[String])
      extends Captured

  /** A job that Spark runs for an RDD and not for a query; `function` is null where its result is a shuffle. */
  final case class JobStarted(id: Int, time: Long, rdd: RDD[_], function: AnyRef, tags: Set[String])
      extends Captured
  final case class JobEnded(
      id: Int,
      time: Long,
      failure: Option[Throwable],
      written: Option[OutputStatistics]
  ) extends Captured

  /** Something that extensions have asked for; `key` is that of the signals. */
  final case class Happened(key: Long, what: Observed) extends Captured

  /** Nothing has happened: somebody waits until all before it has been worked off. */
  final case class Reached(mark: CountDownLatch) extends Captured

  def started(event: SparkListenerSQLExecutionStart): Captured =
    QueryStarted(event, Option(SQLExecution.getQueryExecution(event.executionId)))

  def ended(event: SparkListenerSQLExecutionEnd): Captured =
    QueryEnded(
      event,
      Option(ExecutionEnds.query(event)),
      Option(ExecutionEnds.failure(event)),
      ExecutionEnds.action(event)
    )
}
