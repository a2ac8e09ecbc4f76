package io.headwater.shell.capture

import org.apache.spark.sql.execution.QueryExecution
import org.apache.spark.sql.execution.ui.SparkListenerSQLExecutionStart

import io.headwater.plan.session.CurrentNamespace
import io.headwater.plan.shim.SparkShim
import io.headwater.plan.vendor.iceberg.IcebergStatements
import io.headwater.plan.vendor.paimon.PaimonProcedures
import io.headwater.util.Attempts

/** The current catalog and database of a query's session when the query started. Some commands, such as `CREATE TABLE t LIKE
  * s`, hold names without a database, and a `USE` that follows may run before the worker reads their plan.
  */
private[capture] object CurrentNamespaceReader {

  /** The name of the physical node of a command begins with this word. Of the other nodes, only some statements of Iceberg
    * and Paimon have names that are not complete.
    */
  private val command = "Execute"

  /** `None` if the query is no such command, or if this Spark does not tell. */
  def of(
      event: SparkListenerSQLExecutionStart,
      query: QueryExecution,
      shim: => Option[SparkShim]
  ): Option[CurrentNamespace] =
    if (!Option(event.sparkPlanInfo).exists(plan => hasNames(plan.nodeName))) None
    else shim.flatMap(s => Attempts.nonFatal(s.current(s.session(query))).toOption)

  private def hasNames(node: String): Boolean =
    node.startsWith(command) || IcebergStatements.hasNameAsWritten(node) ||
      PaimonProcedures.hasNameAsWritten(node)
}
