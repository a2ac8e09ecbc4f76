package io.headwater.shell.capture

import org.apache.spark.sql.execution.SQLExecution

import io.headwater.shell.environment.Contexts
import io.headwater.util.Attempts

/** What Spark tells now, while its events may still wait on the bus. Each answer is one look-up. */
private[capture] trait SparkStatus {

  /** Whether a query runs. */
  def isRunning(query: Long): Boolean

  /** The id of the next job; `None` if this Spark does not tell. */
  def nextJobId: Option[Int]
}

private[capture] object SparkStatus {
  val current: SparkStatus = new SparkStatus {
    def isRunning(query: Long): Boolean = SQLExecution.getQueryExecution(query) != null
    def nextJobId: Option[Int] =
      Attempts.nonFatal(Option(Contexts.active).map(ActiveJob.next(_))).toOption.flatten
  }
}
