package io.headwater.shim

import org.apache.spark.scheduler.SparkListenerApplicationEnd
import org.apache.spark.sql.SparkSession
import org.apache.spark.sql.catalyst.catalog.SessionCatalog
import org.apache.spark.sql.catalyst.expressions.Expression
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan
import org.apache.spark.sql.execution.QueryExecution
import org.apache.spark.sql.internal.SQLConf

import io.headwater.plan.shim.SparkShim
import io.headwater.plan.walk.NodeLineage.Rule
import io.headwater.util.Accessors

/** Spark 3.3 to 3.5. */
final class Spark33 extends SparkShim {
  def session(query: QueryExecution): SparkSession = query.sparkSession
  def sqlConf(session: SparkSession): SQLConf = session.sessionState.conf
  def catalog(session: SparkSession): SessionCatalog = session.sessionState.catalog
  def exitCode(end: SparkListenerApplicationEnd): Option[Int] = None

  /** Spark 3.3 has no parameters, and Spark 3.4 has them by name only. */
  def parameters(plan: LogicalPlan): Vector[(String, Expression)] = plan.nodeName match {
    case "NameParameterizedQuery" | "ParameterizedQuery" =>
      new Accessors(plan).value[Map[String, Expression]]("args").toVector.sortBy(_._1)
    case "PosParameterizedQuery" => positional(new Accessors(plan).value[Any]("args"))
    case _ => Vector.empty
  }

  /** Releases of Spark 3.5 have an array or a sequence. */
  private def positional(args: Any): Vector[(String, Expression)] = {
    val values = args match {
      case several: Array[_] => several.toVector
      case several => several.asInstanceOf[scala.collection.Seq[_]].toVector
    }
    values.zipWithIndex.collect { case (value: Expression, i) => (i + 1).toString -> value }
  }

  def rules: Seq[Rule] = Nil
}
