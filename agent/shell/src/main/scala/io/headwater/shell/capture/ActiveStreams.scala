package io.headwater.shell.capture

import java.util.UUID
import java.util.concurrent.ConcurrentMap

import scala.util.Try

import org.apache.spark.sql.SparkSession
import org.apache.spark.sql.execution.QueryExecution

import io.headwater.shell.environment.LazySessionState
import io.headwater.shell.lifecycle.SparkExecution
import io.headwater.util.{Accessors, BoundedMap, ClassNames}

/** Finds Spark's own objects of streaming queries. They are read by accessor name, because their classes move between
  * Spark lines.
  */
object ActiveStreams {
  private val maxFound = 10000

  /** The runs that were once in this table. A run that was never there may belong to a session with a table of its own. */
  private val found = new BoundedMap[UUID, Unit](maxFound)

  /** The query that has just started, unless it has ended. The default session and its children share a table of queries; a
    * session of `builder.create()` has one of its own.
    */
  def find(streamingQuery: SparkExecution.StreamingQuery): Option[AnyRef] = for {
    all <- active
    query <- Option(all.get(streamingQuery.queryId))
    if runIdOf(query).contains(streamingQuery.runId)
  } yield {
    remember(streamingQuery.runId)
    query
  }

  /** The query of a run, unless it has ended. */
  def ofRunId(runId: UUID): Option[AnyRef] =
    active.flatMap(all =>
      Option(all.values.stream.filter(runIdOf(_).contains(runId)).findFirst.orElse(null))
    ).map { query =>
      remember(runId)
      query
    }

  /** Whether a run of a query runs; `None` if this Spark does not tell. */
  def isRunning(streamingQuery: SparkExecution.StreamingQuery): Option[Boolean] = active.flatMap { all =>
    Option(all.get(streamingQuery.queryId)).fold(ended(streamingQuery.runId))(
      runIdOf(_).map(_ == streamingQuery.runId)
    )
  }

  private def remember(runId: UUID): Unit = found.synchronized(found(runId) = ())

  private def ended(runId: UUID): Option[Boolean] =
    if (found.synchronized(found.contains(runId))) Some(false) else None

  private def active: Option[ConcurrentMap[UUID, AnyRef]] = for {
    session <- SparkSession.getDefaultSession
    shared <- Try(LazySessionState.shared(session)).toOption.flatten
    all <- Try(new Accessors(shared).value[ConcurrentMap[UUID, AnyRef]]("activeStreamingQueries")).toOption
  } yield all

  private def runIdOf(query: AnyRef): Option[UUID] = Try(new Accessors(query).value[UUID]("runId")).toOption

  /** The run id of the streaming query that an execution is a batch of. */
  def runIdOfBatch(query: QueryExecution): Option[UUID] =
    valueOfBatch[UUID](query, "runId")

  /** Spark's number of the batch that an execution is. */
  def batchId(query: QueryExecution): Option[Long] = valueOfBatch[Long](query, "currentBatchId")

  private def valueOfBatch[A](query: QueryExecution, name: String): Option[A] =
    if (ClassNames.simple(query) != "IncrementalExecution") None
    else Try(new Accessors(query).value[A](name)).toOption
}
