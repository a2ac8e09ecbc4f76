package io.headwater.shell.environment

import java.net.URI

import org.apache.spark.scheduler.SparkListenerApplicationEnd
import org.apache.spark.sql.catalyst.TableIdentifier
import org.apache.spark.sql.catalyst.expressions.Expression
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan
import org.apache.spark.sql.execution.QueryExecution
import org.apache.spark.sql.types.StructType

import io.headwater.plan.session.CatalogEntry
import io.headwater.plan.shim.SparkShim
import io.headwater.plan.walk.NodeLineage.Rule

/** A shim of queries without a session: no settings, no temporary views, and each database in one bucket. */
private[shell] trait SparkShimStub extends SparkShim {
  def location(query: QueryExecution, database: String): URI = new URI(s"s3://lake/$database")
  def conf(query: QueryExecution, key: String): Option[String] = None
  def settings(query: QueryExecution): Map[String, String] = Map.empty
  def table(query: QueryExecution, name: TableIdentifier): Option[CatalogEntry] = None
  def session(query: QueryExecution): AnyRef = this
  def hadoop(query: QueryExecution, key: String): Option[String] = None
  def currentDatabase(query: QueryExecution): String = "default"
  def temporaryView(query: QueryExecution, name: TableIdentifier): Option[StructType] = None
  def exitCode(end: SparkListenerApplicationEnd): Option[Int] = None
  def parameters(plan: LogicalPlan): Vector[(String, Expression)] = Vector.empty
  def rules: Seq[Rule] = Nil
}
