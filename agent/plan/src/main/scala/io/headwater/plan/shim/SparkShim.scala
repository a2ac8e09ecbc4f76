package io.headwater.plan.shim

import java.net.URI

import org.apache.spark.scheduler.SparkListenerApplicationEnd
import org.apache.spark.sql.catalyst.expressions.Expression
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan
import org.apache.spark.sql.execution.QueryExecution

import io.headwater.plan.walk.NodeLineage.Rule

/** What differs between Spark lines and cannot be said by an accessor that all of them have. There is one
  * implementation a line, compiled against it; the newest that is not newer than the running Spark serves.
  */
trait SparkShim {

  /** The session's value of a configuration key, as the query sees it. */
  def conf(query: QueryExecution, key: String): Option[String]

  /** The session's value of a Hadoop setting. */
  def hadoop(query: QueryExecution, key: String): Option[String]

  /** Where a database of the session's own catalog lies; that catalog is asked, which may take as long as it likes. */
  def location(query: QueryExecution, database: String): URI

  /** The exit code of the user's program, where Spark tells it. */
  def exitCode(end: SparkListenerApplicationEnd): Option[Int]

  /** What a statement was given for its markers, in order; empty for any other plan. */
  def parameters(plan: LogicalPlan): Vector[(String, Expression)]

  /** Rules for nodes that the oldest line does not have. */
  def rules: Seq[Rule]
}
