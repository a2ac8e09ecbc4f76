package io.headwater.plan.shim

import java.net.URI

import org.apache.spark.scheduler.SparkListenerApplicationEnd
import org.apache.spark.sql.catalyst.TableIdentifier
import org.apache.spark.sql.catalyst.expressions.Expression
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan
import org.apache.spark.sql.execution.QueryExecution
import org.apache.spark.sql.types.StructType

import io.headwater.plan.session.CatalogEntry
import io.headwater.plan.walk.NodeLineage.Rule

/** Differences between Spark versions that no accessor common to all versions can hide. There is one
  * implementation per version line, compiled against it. The newest implementation that is not newer than
  * the running Spark is used.
  */
trait SparkShim {

  /** The session that runs the query. */
  def session(query: QueryExecution): AnyRef

  /** The session's value of a configuration key, as the query sees it. */
  def conf(query: QueryExecution, key: String): Option[String]

  /** All settings of the session, as the query sees them. */
  def settings(query: QueryExecution): Map[String, String]

  /** The session's value of a Hadoop setting. */
  def hadoop(query: QueryExecution, key: String): Option[String]

  /** The location of a database in the session catalog. This calls the catalog, which can block. */
  def location(query: QueryExecution, database: String): URI

  /** The table or view of the session catalog. This calls the catalog, which can block. None if there is none. */
  def table(query: QueryExecution, name: TableIdentifier): Option[CatalogEntry]

  /** The current database of the session, in which a table without a database is. This waits for no lock: Spark holds that
    * of its catalog also while it calls a metastore.
    */
  def currentDatabase(query: QueryExecution): String

  /** The columns of a temporary view that this name stands for in the session, before any table. The session has it in
    * memory: no metastore is called.
    */
  def temporaryView(query: QueryExecution, name: TableIdentifier): Option[StructType]

  /** The exit code of the user's program, if Spark provides it. */
  def exitCode(end: SparkListenerApplicationEnd): Option[Int]

  /** The arguments for a statement's parameter markers, in order; empty for any other plan. */
  def parameters(plan: LogicalPlan): Vector[(String, Expression)]

  /** Rules for nodes that the oldest version line does not have. */
  def rules: Seq[Rule]
}
