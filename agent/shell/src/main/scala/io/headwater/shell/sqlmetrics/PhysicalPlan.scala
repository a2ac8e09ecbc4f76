package io.headwater.shell.sqlmetrics

import scala.collection.mutable

import org.apache.spark.sql.execution.adaptive.{AdaptiveSparkPlanExec, QueryStageExec}
import org.apache.spark.sql.execution.exchange.ReusedExchangeExec
import org.apache.spark.sql.execution.metric.SQLMetric
import org.apache.spark.sql.execution.{ReusedSubqueryExec, SparkPlan}

import io.headwater.util.IdentitySet

/** Walks an executed physical plan: the final plan of adaptive execution, subqueries, and reused nodes once. */
object PhysicalPlan {

  def nodes(plan: SparkPlan): Vector[SparkPlan] = {
    val seen = IdentitySet.empty[SparkPlan]
    val open = mutable.ArrayBuffer(plan)
    val nodes = Vector.newBuilder[SparkPlan]
    while (open.nonEmpty) {
      val next = open.remove(open.size - 1)
      if (seen.add(next)) {
        nodes += next
        open ++= children(next) ++= next.subqueries
      }
    }
    nodes.result()
  }

  /** Whether the node is a source of rows. For Spark, a node that stands for another plan, such as a query stage, is
    * also a leaf; here it is not. The result of a command is a leaf: the command was another query.
    */
  def isLeaf(node: SparkPlan): Boolean = children(node).isEmpty

  private def children(node: SparkPlan): Seq[SparkPlan] = node match {
    case adaptive: AdaptiveSparkPlanExec => Seq(adaptive.executedPlan)
    case stage: QueryStageExec => Seq(stage.plan)
    case reused: ReusedExchangeExec => Seq(reused.child)
    case reused: ReusedSubqueryExec => Seq(reused.child)
    case other => other.children
  }
}

/** The metrics of one node by their names. The value -1 means in Spark that nothing was counted. */
final class NodeMetrics(all: Map[String, SQLMetric]) {
  def apply(name: String): Option[Long] = all.get(name).map(_.value).filter(_ >= 0)

  /** The value of the first of these metrics that exists; none if it is 0. */
  def positive(names: String*): Option[Long] = names.flatMap(apply(_)).headOption.filter(_ > 0)

  /** The sum of those of these metrics that exist; none if none exists. */
  def sum(names: String*): Option[Long] = names.flatMap(apply(_)).reduceOption(_ + _)
}
