package io.headwater.shell.metrics

import java.util.IdentityHashMap

import scala.collection.mutable

import org.apache.spark.sql.execution.adaptive.{AdaptiveSparkPlanExec, QueryStageExec}
import org.apache.spark.sql.execution.exchange.ReusedExchangeExec
import org.apache.spark.sql.execution.metric.SQLMetric
import org.apache.spark.sql.execution.{CommandResultExec, ReusedSubqueryExec, SparkPlan}

/** A physical plan as it was in the end: adaptive plans as they were last, subqueries, and what is reused once. */
object PhysicalPlan {

  def nodes(plan: SparkPlan): Vector[SparkPlan] = {
    val seen = new IdentityHashMap[SparkPlan, Unit]
    val open = mutable.ArrayBuffer(plan)
    val found = Vector.newBuilder[SparkPlan]
    while (open.nonEmpty) {
      val next = open.remove(open.size - 1)
      if (!seen.containsKey(next)) {
        seen.put(next, ())
        found += next
        open ++= below(next) ++= next.subqueries
      }
    }
    found.result()
  }

  /** Nodes that rows come from; Spark counts stages and whatever else stands for a plan as leaves, too. */
  def isLeaf(node: SparkPlan): Boolean = below(node).isEmpty

  private def below(node: SparkPlan): Seq[SparkPlan] = node match {
    case adaptive: AdaptiveSparkPlanExec => Seq(adaptive.executedPlan)
    case stage: QueryStageExec => Seq(stage.plan)
    case result: CommandResultExec => Seq(result.commandPhysicalPlan)
    case reused: ReusedExchangeExec => Seq(reused.child)
    case reused: ReusedSubqueryExec => Seq(reused.child)
    case other => other.children
  }
}

/** The metrics of one node, by their names. Spark has -1 in those that nothing was counted in. */
final class NodeMetrics(all: Map[String, SQLMetric]) {
  def apply(name: String): Option[Long] = all.get(name).map(_.value).filter(_ >= 0)

  /** What the first of these has, if that is more than nothing. */
  def some(names: String*): Option[Long] = names.flatMap(apply(_)).headOption.filter(_ > 0)

  /** The sum of those that there are; none where there is none. */
  def sum(names: String*): Option[Long] = names.flatMap(apply(_)).reduceOption(_ + _)
}
