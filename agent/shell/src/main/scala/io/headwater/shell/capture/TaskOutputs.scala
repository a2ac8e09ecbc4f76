package io.headwater.shell.capture

import org.apache.spark.executor.TaskMetrics
import org.apache.spark.scheduler.{SparkListenerTaskEnd, StageInfo}

import io.headwater.model.Statistics
import io.headwater.util.BoundedMap

/** A completed stage.
  *
  * @param written
  *   the rows and bytes that its tasks have written; none if the stage was retried in part
  */
final case class CompletedStage(info: StageInfo, written: Option[Statistics])

/** What the tasks of a stage have written. Spark's totals of a stage also have what failed and killed tasks had written
  * until then; here it is taken off. Used on the bus thread only.
  */
final class TaskOutputs {
  import TaskOutputs._
  private val failed = new BoundedMap[Int, Output](maxStages) // by stage

  def taskFailed(event: SparkListenerTaskEnd): Unit =
    for (metrics <- Option(event.taskMetrics))
      failed(event.stageId) = failed.get(event.stageId).fold(output(metrics))(_ + output(metrics))

  def completed(stage: StageInfo): CompletedStage = {
    val lost = failed.remove(stage.stageId).getOrElse(nothing)
    val written = Option(stage.taskMetrics).fold(nothing)(output(_) - lost)
    val isWhole = stage.attemptNumber() == 0 || written == nothing
    CompletedStage(stage, Some(Statistics(Some(written.rows), Some(written.bytes))).filter(_ => isWhole))
  }
}

private object TaskOutputs {
  final val maxStages = 1000

  final case class Output(rows: Long, bytes: Long) {
    def +(other: Output): Output = Output(rows + other.rows, bytes + other.bytes)
    def -(other: Output): Output = Output(rows - other.rows, bytes - other.bytes)
  }

  val nothing: Output = Output(0, 0)

  def output(metrics: TaskMetrics): Output =
    Output(metrics.outputMetrics.recordsWritten, metrics.outputMetrics.bytesWritten)
}
