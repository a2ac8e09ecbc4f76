package io.headwater.shell.lifecycle

import java.util.UUID

/** What Spark posts a start and an end of, by Spark's own ids. It is the key of what the agent knows of a run. */
sealed trait SparkExecution

object SparkExecution {

  /** A SQL execution. It may be inside another one, or a batch of a streaming query. */
  final case class Query(executionId: Long) extends SparkExecution

  /** A job that runs for an RDD. */
  final case class Job(jobId: Int) extends SparkExecution

  /** A streaming query.
    *
    * @param queryId stays the same when the query starts again from its checkpoint
    * @param runId each start has a new one; it is not the id of the OpenLineage run
    */
  final case class StreamingQuery(queryId: UUID, runId: UUID) extends SparkExecution
}
