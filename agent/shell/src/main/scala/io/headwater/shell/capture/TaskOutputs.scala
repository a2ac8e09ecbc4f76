package io.headwater.shell.capture

import org.apache.spark.Resubmitted
import org.apache.spark.executor.TaskMetrics
import org.apache.spark.scheduler.{SparkListenerTaskEnd, StageInfo}

import io.headwater.model.Statistics
import io.headwater.plan.rdd.StageRdds
import io.headwater.util.{Accessors, BoundedMap}

/** A completed attempt of a stage.
  *
  * @param written
  *   the rows and bytes that its tasks have written; none if the stage was retried in part, or will be; no rows if a
  *   record has several of them
  * @param isCountedOnce
  *   whether the totals of the stage count each task once; a task that was repeated after it had succeeded is counted
  *   again, and the totals of a later attempt lack the tasks that the first one has finished
  */
final case class CompletedStage(info: StageInfo, written: Option[Statistics], isCountedOnce: Boolean) {

  /** By reflection: the member is private[spark], which exists in Scala only. */
  def writesShuffle: Boolean = new Accessors(info).value[Option[Int]]("shuffleDepId").isDefined
}

/** What the tasks of a stage have written. Spark's totals of a stage also have what failed and killed tasks had written
  * until then; here it is taken off. Used on the bus thread only.
  */
final class TaskOutputs {
  import TaskOutputs._
  private val failed = new BoundedMap[Int, Output](maxStages) // by stage
  private val repeated = new BoundedMap[Int, Unit](maxStages) // stages with tasks that had succeeded

  /** @param event the end of a task other than with success */
  def taskFailed(event: SparkListenerTaskEnd): Unit = {
    for (metrics <- Option(event.taskMetrics))
      failed(event.stageId) = failed.get(event.stageId).fold(output(metrics))(_ + output(metrics))
    // the executor that had its shuffle files is lost
    if (event.reason == Resubmitted) repeated(event.stageId) = ()
  }

  def completed(info: StageInfo): CompletedStage = {
    val lost = failed.remove(info.stageId).getOrElse(nothing)
    val written = Option(info.taskMetrics).fold(nothing)(output(_) - lost)
    val isFirst = info.attemptNumber() == 0
    val isCountedOnce = repeated.remove(info.stageId).isEmpty && isFirst && info.failureReason.isEmpty
    val stage = CompletedStage(info, None, isCountedOnce)
    val isKnown = isCountedOnce || (written == nothing && stage.writesShuffle)
    val rows = if (StageRdds.writesGroups(info)) None else Some(written.rows)
    stage.copy(written = Some(Statistics(rows, Some(written.bytes))).filter(_ => isKnown))
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
