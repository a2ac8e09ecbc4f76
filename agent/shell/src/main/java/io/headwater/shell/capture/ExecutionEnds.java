package io.headwater.shell.capture;

import org.apache.spark.sql.execution.QueryExecution;
import org.apache.spark.sql.execution.ui.SparkListenerSQLExecutionEnd;

/**
 * Reads what an execution's end event carries beside its public fields. They are private to Spark's
 * SQL package for Scala alone; their signatures are the same from 3.5 to 4.3.
 */
final class ExecutionEnds {
  private ExecutionEnds() {}

  /** The query that ended, or null when the event came from a history file. */
  static QueryExecution query(SparkListenerSQLExecutionEnd end) {
    return end.qe();
  }

  /** What the query failed with, or null. */
  static Throwable failure(SparkListenerSQLExecutionEnd end) {
    scala.Option<Throwable> failure = end.executionFailure();
    return failure == null || failure.isEmpty() ? null : failure.get();
  }

  /** What the user called, as {@code checkpoint} or {@code collect}; empty for commands. */
  static String action(SparkListenerSQLExecutionEnd end) {
    scala.Option<String> name = end.executionName();
    return name == null || name.isEmpty() ? "" : name.get();
  }
}
