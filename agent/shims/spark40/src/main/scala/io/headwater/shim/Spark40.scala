package io.headwater.shim

import java.net.URI

import org.apache.spark.scheduler.SparkListenerApplicationEnd
import org.apache.spark.sql.catalyst.TableIdentifier
import org.apache.spark.sql.catalyst.analysis.{NameParameterizedQuery, PosParameterizedQuery}
import org.apache.spark.sql.catalyst.expressions.Expression
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan
import org.apache.spark.sql.execution.QueryExecution
import org.apache.spark.sql.types.StructType

import io.headwater.plan.session.CatalogEntry
import io.headwater.plan.shim.SparkShim
import io.headwater.plan.walk.NodeLineage.Rule
import io.headwater.util.Accessors

/** Spark 4.0 and later: sessions are in `sql.classic`, the end of an application has an exit code, and common table
  * expressions can be recursive.
  */
final class Spark40 extends SparkShim {
  def conf(query: QueryExecution, key: String): Option[String] =
    Option(query.sparkSession.sessionState.conf.getConfString(key, null))

  def settings(query: QueryExecution): Map[String, String] = query.sparkSession.sessionState.conf.getAllConfs

  def session(query: QueryExecution): AnyRef = query.sparkSession

  def hadoop(query: QueryExecution, key: String): Option[String] =
    Option(query.sparkSession.sparkContext.hadoopConfiguration.get(key))

  def location(query: QueryExecution, database: String): URI =
    query.sparkSession.sessionState.catalog.externalCatalog.getDatabase(database).locationUri

  def table(query: QueryExecution, name: TableIdentifier): Option[CatalogEntry] =
    CatalogEntry.find(query.sparkSession.sessionState.catalog, name)

  def currentDatabase(query: QueryExecution): String =
    new Accessors(query.sparkSession.sessionState.catalog).value[String]("currentDb")

  def temporaryView(query: QueryExecution, name: TableIdentifier): Option[StructType] = {
    val catalog = query.sparkSession.sessionState.catalog
    val view =
      if (!catalog.isTempView(name)) None
      else if (name.database.isEmpty) catalog.getTempView(name.table)
      else catalog.getGlobalTempView(name.table)
    view.map(_.desc.schema)
  }

  def exitCode(end: SparkListenerApplicationEnd): Option[Int] = end.exitCode

  def parameters(plan: LogicalPlan): Vector[(String, Expression)] = plan match {
    case named: NameParameterizedQuery => named.argNames.zip(named.argValues).toVector
    case positional: PosParameterizedQuery =>
      positional.args.toVector.zipWithIndex.map { case (value, i) => (i + 1).toString -> value }
    case _ => Vector.empty
  }

  def rules: Seq[Rule] = Seq(UnionLoopRule.rule)
}
