package io.headwater.shell.capture

import java.time.Instant
import java.util.concurrent.CountDownLatch

import org.apache.spark.rdd.RDD
import org.apache.spark.scheduler.{
  SparkListenerApplicationEnd,
  SparkListenerApplicationStart,
  SparkListenerEvent,
  SparkListenerJobStart
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
import io.headwater.plan.rdd.StageRdds
import io.headwater.plan.session.CurrentNamespace
import io.headwater.plan.shim.SparkShim
import io.headwater.shell.lifecycle.SparkExecution

/** What the bus thread passes to the worker: references to Spark's objects, which Spark would release, and a few facts of
  * the events: properties, call sites, names of stages. The bus thread walks no plan, reads no file and waits for nothing.
  */
sealed trait Captured extends Product {

  /** The execution that begins with this event. */
  def begins: Option[SparkExecution] = None

  /** The execution that ends with this event. */
  def ends: Option[SparkExecution] = None
}

/** The start of a job that runs for an RDD.
  *
  * @param tags
  *   those of the thread that has started it
  * @param batch
  *   the query whose thread has started it, if that may be a batch with `foreachBatch`
  */
final case class RddJob(
    event: SparkListenerJobStart,
    tags: Set[String],
    batch: Option[SparkExecution.Query] = None
) {
  def execution: SparkExecution.Job = SparkExecution.Job(event.jobId)

  /** Whether its stages tell that it has read data, or written files: rows in the driver's memory are nothing to miss. */
  def touchesData: Boolean =
    event.stageInfos.exists(s => CallSites.isHadoopWriter(s.details) || s.rddInfos.exists(StageRdds.reads))
}

/** The run that a job is a part of.
  *
  * @param query
  *   the query that has the run instead, unless it is a batch with `foreachBatch`
  */
final case class JobRun(execution: SparkExecution, query: Option[SparkExecution.Query] = None)

object Captured {
  final case class ApplicationStarted(event: SparkListenerApplicationStart) extends Captured

  /** @param event `None` if the listener bus has dropped it */
  final case class ApplicationEnded(time: Long, event: Option[SparkListenerApplicationEnd]) extends Captured

  /** @param query `None` if the listener bus lags so far behind that the query has ended already
    * @param current
    *   the session's current catalog and database, if the query is a command that may need them
    */
  final case class QueryStarted(
      event: SparkListenerSQLExecutionStart,
      query: Option[QueryExecution],
      current: Option[CurrentNamespace] = None
  ) extends Captured {
    override def begins: Option[SparkExecution] = Some(SparkExecution.Query(event.executionId))
  }

  /** @param stages the completed stages of the query */
  final case class QueryEnded(
      event: SparkListenerSQLExecutionEnd,
      query: Option[QueryExecution],
      failure: Option[Throwable],
      action: String,
      stages: Vector[CompletedStage]
  ) extends Captured {
    override def ends: Option[SparkExecution] = Some(execution)
    def execution: SparkExecution.Query = SparkExecution.Query(event.executionId)
  }

  /** The start of a query without its plan: the queue was full. */
  final case class ReducedStart(info: QueryInfo) extends Captured {
    override def begins: Option[SparkExecution] = Some(info.execution)
  }

  /** The end of a query without its plan: the queue was full. */
  final case class ReducedEnd(
      execution: SparkExecution.Query,
      time: Long,
      failure: Option[Throwable],
      message: Option[String]
  ) extends Captured {
    override def ends: Option[SparkExecution] = Some(execution)
  }

  /** The end of a query, job or streaming query that has been dropped. The worker finds it.
    *
    * @param time when it had ended at the latest
    */
  final case class EndDropped(execution: SparkExecution, time: Instant) extends Captured

  /** An event of a streaming query. */
  sealed trait OfStream extends Captured

  /** @param query Spark's own object of the streaming query; `None` if it has ended already */
  final case class StreamStarted(info: StreamInfo, query: Option[AnyRef]) extends OfStream {
    override def begins: Option[SparkExecution] = Some(info.execution)
  }
  final case class StreamProgressed(event: QueryProgressEvent) extends OfStream
  final case class StreamTerminated(event: QueryTerminatedEvent, time: Long) extends OfStream {
    override def ends: Option[SparkExecution] = Some(SparkExecution.StreamingQuery(event.id, event.runId))
  }

  /** A job that Spark runs for an RDD and not for a query.
    *
    * @param function
    *   what is done with each partition; `None` if the job's result is a shuffle, or if the job has ended already
    * @param hasEnded
    *   whether Spark had removed the job before it was read
    */
  final case class JobStarted(job: RddJob, rdd: RDD[_], function: Option[AnyRef], hasEnded: Boolean)
      extends Captured {
    override def begins: Option[SparkExecution] = Some(job.execution)
  }

  /** An RDD job without its RDD.
    *
    * @param why
    *   the reason, such as [[JobUnread.ended]]
    */
  final case class JobUnread(job: RddJob, why: String) extends Captured {
    override def begins: Option[SparkExecution] = Some(job.execution)
  }

  object JobUnread {

    /** Spark had removed it, and no earlier job has had its RDD. */
    val ended = "the job had ended before it was read"
    val queueFull = "the queue of the agent was full when the job began"
  }

  /** The first job of a query. */
  final case class QueryJob(executionId: Long, job: JobInfo) extends Captured

  /** The start or the end of a statement of a JDBC client of the Thrift server. */
  final case class StatementChanged(event: SparkListenerEvent) extends Captured

  final case class JobEnded(
      execution: SparkExecution.Job,
      time: Long,
      failure: Option[Throwable],
      written: Option[Statistics]
  ) extends Captured {
    override def ends: Option[SparkExecution] = Some(execution)
  }

  /** A Spark event of a job or stage, for extensions. */
  final case class JobEventReceived(run: JobRun, event: JobEvent) extends Captured

  /** Counts `processed` down when all events before it have been processed. */
  final case class Barrier(processed: CountDownLatch) extends Captured

  /** Spark's termination event has no time, so the current time is taken. */
  def ofStream(event: StreamingQueryListener.Event): Option[OfStream] = event match {
    case e: QueryStartedEvent =>
      val info = StreamInfo.of(e)
      Some(StreamStarted(info, ActiveStreams.find(info.execution)))
    case e: QueryProgressEvent => Some(StreamProgressed(e))
    case e: QueryTerminatedEvent => Some(StreamTerminated(e, System.currentTimeMillis))
    case _ => None
  }

  def started(event: SparkListenerSQLExecutionStart, shim: => Option[SparkShim]): Captured = {
    val query = Option(SQLExecution.getQueryExecution(event.executionId))
    QueryStarted(event, query, query.flatMap(CurrentNamespaceReader.of(event, _, shim)))
  }

  def ended(event: SparkListenerSQLExecutionEnd, stages: Vector[CompletedStage]): QueryEnded =
    QueryEnded(
      event,
      Option(ExecutionEnds.query(event)),
      Option(ExecutionEnds.failure(event)),
      ExecutionEnds.action(event),
      stages
    )
}
