package io.headwater.shell.capture;

import org.apache.spark.sql.execution.QueryExecution;
import org.apache.spark.sql.execution.ui.SparkListenerSQLExecutionEnd;

/**
 * Reads the non-public fields of the end event of an execution. They are {@code private[sql]}, which exists in Scala
 * only. Their signatures are the same from Spark 3.3 to 4.3.
 */
final class ExecutionEnds {
  private ExecutionEnds() {}

  /** The query that ended, or null when the event came from a history file. */
  static QueryExecution query(SparkListenerSQLExecutionEnd end) {
    return end.qe();
  }

  /** The exception of a failed query, or null. */
  static Throwable failure(SparkListenerSQLExecutionEnd end) {
    scala.Option<Throwable> failure = end.executionFailure();
    return failure == null || failure.isEmpty() ? null : failure.get();
  }

  /** The action that the user called, such as {@code checkpoint} or {@code collect}; empty for a command. */
  static String action(SparkListenerSQLExecutionEnd end) {
    scala.Option<String> name = end.executionName();
    return name == null || name.isEmpty() ? "" : name.get();
  }
}
