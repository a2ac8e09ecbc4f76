package io.headwater.shell.capture

import java.util.UUID
import java.util.concurrent.ConcurrentMap

import scala.util.Try

import org.apache.spark.sql.SparkSession
import org.apache.spark.sql.execution.QueryExecution

import io.headwater.util.{Accessors, ClassNames}

/** Finds Spark's own objects of streaming queries. They are read by accessor name, because their classes move between
  * Spark lines.
  */
object ActiveStreams {

  /** The query that has just started, unless it has ended. All sessions of a context share the table of queries. */
  def find(id: UUID, runId: UUID): Option[AnyRef] = for {
    all <- active
    query <- Option(all.get(id))
    if runOf(query).contains(runId)
  } yield query

  /** The query of a run, unless it has ended. */
  def ofRun(runId: UUID): Option[AnyRef] =
    active.flatMap(all =>
      Option(all.values.stream.filter(runOf(_).contains(runId)).findFirst.orElse(null))
    )

  /** Whether a run of a query runs; `None` if this Spark does not tell. */
  def isRunning(id: UUID, runId: UUID): Option[Boolean] =
    active.flatMap(all => Option(all.get(id)).fold(Option(false))(runOf(_).map(_ == runId)))

  private def active: Option[ConcurrentMap[UUID, AnyRef]] = for {
    session <- SparkSession.getDefaultSession
    shared <- Try(new Accessors(session).value[AnyRef]("sharedState")).toOption
    all <- Try(new Accessors(shared).value[ConcurrentMap[UUID, AnyRef]]("activeStreamingQueries")).toOption
  } yield all

  private def runOf(query: AnyRef): Option[UUID] = Try(new Accessors(query).value[UUID]("runId")).toOption

  /** The run of the streaming query that an execution is a batch of. */
  def ofBatch(query: QueryExecution): Option[UUID] =
    valueOfBatch[UUID](query, "runId")

  /** The number of the batch. */
  def batchId(query: QueryExecution): Option[Long] = valueOfBatch[Long](query, "currentBatchId")

  private def valueOfBatch[A](query: QueryExecution, name: String): Option[A] =
    if (ClassNames.simple(query) != "IncrementalExecution") None
    else Try(new Accessors(query).value[A](name)).toOption
}
