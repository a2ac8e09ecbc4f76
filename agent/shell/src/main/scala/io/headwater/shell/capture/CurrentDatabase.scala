package io.headwater.shell.capture

import org.apache.spark.sql.execution.QueryExecution
import org.apache.spark.sql.execution.ui.SparkListenerSQLExecutionStart

import io.headwater.plan.shim.SparkShim
import io.headwater.util.Attempts

/** The current database of a query's session when the query started. Some commands, such as `CREATE TABLE t LIKE s`, hold
  * names without a database, and a `USE` that follows may run before the worker reads their plan.
  */
private[capture] object CurrentDatabase {

  /** The name of the physical node of a command begins with this word. Plans of other nodes have complete names. */
  private val command = "Execute"

  /** `None` if the query is no command, or if this Spark does not tell. */
  def of(
      event: SparkListenerSQLExecutionStart,
      query: QueryExecution,
      shim: => Option[SparkShim]
  ): Option[String] =
    if (!Option(event.sparkPlanInfo).exists(_.nodeName.startsWith(command))) None
    else shim.flatMap(s => Attempts.nonFatal(s.currentDatabase(s.session(query))).toOption)
}
