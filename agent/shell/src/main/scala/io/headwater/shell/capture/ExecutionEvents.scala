package io.headwater.shell.capture

import org.apache.spark.sql.execution.ui.{SparkListenerSQLExecutionEnd, SparkListenerSQLExecutionStart}

import io.headwater.util.Accessors

/** The fields of the events of an execution that not every Spark line has. */
object ExecutionEvents {

  /** The id of the execution that it runs inside; from Spark 3.4 on. */
  def root(event: SparkListenerSQLExecutionStart): Option[Long] =
    new Accessors(event).ifPresent[Option[Long]]("rootExecutionId").flatten

  /** From Spark 3.5 on. */
  def tags(event: SparkListenerSQLExecutionStart): Set[String] =
    new Accessors(event).ifPresent[Set[String]]("jobTags").getOrElse(Set.empty)

  /** The job group; from Spark 4.0 on. */
  def group(event: SparkListenerSQLExecutionStart): Option[String] =
    new Accessors(event).ifPresent[Option[String]]("jobGroupId").flatten

  /** The message of a failure; from Spark 3.4 on. It is empty if the execution has succeeded. */
  def error(event: SparkListenerSQLExecutionEnd): Option[String] =
    new Accessors(event).ifPresent[Option[String]]("errorMessage").flatten
}
