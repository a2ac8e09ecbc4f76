package io.headwater.shim

import org.apache.spark.scheduler.SparkListenerApplicationEnd
import org.apache.spark.sql.SparkSession
import org.apache.spark.sql.catalyst.analysis.{NameParameterizedQuery, PosParameterizedQuery}
import org.apache.spark.sql.catalyst.catalog.SessionCatalog
import org.apache.spark.sql.catalyst.expressions.Expression
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan
import org.apache.spark.sql.classic.{SparkSession => ClassicSession}
import org.apache.spark.sql.execution.QueryExecution
import org.apache.spark.sql.internal.SQLConf

import io.headwater.plan.shim.SparkShim
import io.headwater.plan.walk.NodeLineage.Rule

/** Spark 4.0 and later: sessions are in `sql.classic`, the end of an application has an exit code, and common table
  * expressions can be recursive.
  */
final class Spark40 extends SparkShim {
  def session(query: QueryExecution): SparkSession = query.sparkSession
  def sqlConf(session: SparkSession): SQLConf = classic(session).sessionState.conf
  def catalog(session: SparkSession): SessionCatalog = classic(session).sessionState.catalog
  private def classic(session: SparkSession): ClassicSession = session.asInstanceOf[ClassicSession]

  def exitCode(end: SparkListenerApplicationEnd): Option[Int] = end.exitCode

  def parameters(plan: LogicalPlan): Vector[(String, Expression)] = plan match {
    case named: NameParameterizedQuery => named.argNames.zip(named.argValues).toVector
    case positional: PosParameterizedQuery =>
      positional.args.toVector.zipWithIndex.map { case (value, i) => (i + 1).toString -> value }
    case _ => Vector.empty
  }

  def rules: Seq[Rule] = Seq(UnionLoopRule.rule)
}
