package io.headwater.shell.context

import scala.collection.mutable

import org.apache.spark.sql.execution.adaptive.{AdaptiveSparkPlanExec, QueryStageExec}
import org.apache.spark.sql.execution.command.DataWritingCommandExec
import org.apache.spark.sql.execution.metric.SQLMetric
import org.apache.spark.sql.execution.{CommandResultExec, SparkPlan}

import io.headwater.model.OutputStatistics

/** What Spark counted as a query wrote: the metrics of the write in its physical plan, as it was in the end. */
object Written {

  def in(plan: SparkPlan): Option[OutputStatistics] = {
    val open = mutable.ArrayBuffer(plan)
    val counts = mutable.ArrayBuffer.empty[OutputStatistics]
    while (open.nonEmpty) open.remove(open.size - 1) match {
      case write: DataWritingCommandExec => counts += statistics(write.cmd.metrics)
      case adaptive: AdaptiveSparkPlanExec => open += adaptive.executedPlan
      case stage: QueryStageExec => open += stage.plan
      case result: CommandResultExec => open += result.commandPhysicalPlan
      case other => open ++= other.children
    }
    counts.headOption
  }

  private def statistics(metrics: Map[String, SQLMetric]): OutputStatistics = {
    def count(name: String): Option[Long] = metrics.get(name).map(_.value).filter(_ >= 0)
    OutputStatistics(
      rows = count("numOutputRows"),
      bytes = count("numOutputBytes"),
      files = count("numFiles")
    )
  }
}
