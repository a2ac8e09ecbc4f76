package io.headwater.shell.environment

import java.net.URI

import org.apache.spark.scheduler.SparkListenerApplicationEnd
import org.apache.spark.sql.SparkSession
import org.apache.spark.sql.catalyst.TableIdentifier
import org.apache.spark.sql.catalyst.catalog.SessionCatalog
import org.apache.spark.sql.catalyst.expressions.Expression
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan
import org.apache.spark.sql.execution.QueryExecution
import org.apache.spark.sql.internal.SQLConf
import org.apache.spark.sql.types.StructType

import io.headwater.plan.session.{CatalogEntry, CurrentNamespace}
import io.headwater.plan.shim.SparkShim
import io.headwater.plan.walk.NodeLineage.Rule

/** A shim of queries without a session: no settings, no temporary views, and each database in one bucket. */
private[shell] trait SparkShimStub extends SparkShim {
  override def location(session: SparkSession, database: String): URI = new URI(s"s3://lake/$database")
  override def conf(session: SparkSession, key: String): Option[String] = None
  override def settings(session: SparkSession): Map[String, String] = Map.empty
  override def table(session: SparkSession, name: TableIdentifier): Option[CatalogEntry] = None
  def session(query: QueryExecution): SparkSession = null
  def sqlConf(session: SparkSession): SQLConf = new SQLConf
  def catalog(session: SparkSession): SessionCatalog = throw new UnsupportedOperationException
  override def hadoop(session: SparkSession, key: String): Option[String] = None
  override def current(session: SparkSession): CurrentNamespace = CurrentNamespace()
  override def temporaryView(session: SparkSession, name: TableIdentifier): Option[StructType] = None
  def exitCode(end: SparkListenerApplicationEnd): Option[Int] = None
  def parameters(plan: LogicalPlan): Vector[(String, Expression)] = Vector.empty
  def rules: Seq[Rule] = Nil
}
