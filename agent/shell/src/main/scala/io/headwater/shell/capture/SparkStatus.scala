package io.headwater.shell.capture

import org.apache.spark.sql.execution.SQLExecution

import io.headwater.shell.environment.Contexts
import io.headwater.shell.lifecycle.SparkExecution
import io.headwater.util.Attempts

/** What Spark tells now, while its events may still wait on the bus. Each answer is one look-up. */
private[capture] trait SparkStatus {

  /** Whether a query runs. */
  def isRunning(executionId: Long): Boolean

  /** Whether a run of a streaming query runs; `None` if this Spark does not tell. */
  def isRunning(query: SparkExecution.StreamingQuery): Option[Boolean]

  /** The id of the next job; `None` if this Spark does not tell. */
  def nextJobId: Option[Int]
}

private[shell] object SparkStatus {
  private[capture] val current: SparkStatus = new SparkStatus {
    def isRunning(executionId: Long): Boolean = SQLExecution.getQueryExecution(executionId) != null
    def isRunning(query: SparkExecution.StreamingQuery): Option[Boolean] = ActiveStreams.isRunning(query)
    def nextJobId: Option[Int] =
      Attempts.nonFatal(Option(Contexts.active).map(ActiveJob.next(_))).toOption.flatten
  }

  /** Whether Spark knows that it runs; `None` if this Spark does not tell. Any thread may ask. */
  def isRunning(execution: SparkExecution): Option[Boolean] = execution match {
    case SparkExecution.Query(executionId) => Some(current.isRunning(executionId))
    case SparkExecution.Job(jobId) => ActiveJobs.isRunning(jobId)
    case query: SparkExecution.StreamingQuery => current.isRunning(query)
  }
}
