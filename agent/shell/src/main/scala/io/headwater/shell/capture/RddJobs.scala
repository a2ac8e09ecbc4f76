package io.headwater.shell.capture

import scala.collection.mutable
import scala.util.control.NonFatal

import org.apache.spark.scheduler.{SparkListenerJobEnd, SparkListenerJobStart, SparkListenerStageCompleted}

import io.headwater.model.Statistics

/** Finds the jobs that run for an RDD and not for a query. Jobs of queries carry an execution id. Jobs that Spark SQL or a
  * table format starts for itself (to infer a schema, to read a log) have one of its methods as their call site. It keeps
  * what is running. Used on the bus thread only.
  */
final class RddJobs {
  private val open = mutable.HashMap.empty[Int, Int] // the last stage of each job, by job id
  private val written = mutable.HashMap.empty[Int, Statistics] // by stage

  def started(event: SparkListenerJobStart): Option[Captured] =
    if (ofQuery(event) || event.stageInfos.isEmpty) None
    else {
      val last = event.stageInfos.maxBy(_.stageId)
      val job = if (CallSites.ofEngine(last.details)) None else find(event.jobId)
      job.map { j =>
        open(event.jobId) = last.stageId
        Captured.JobStarted(event, j.rdd, j.function, JobProperties.tags(event))
      }
    }

  def completed(event: SparkListenerStageCompleted): Unit = if (open.nonEmpty) {
    val stage = event.stageInfo
    for (metrics <- Option(stage.taskMetrics) if open.valuesIterator.contains(stage.stageId)) {
      val out = metrics.outputMetrics
      written(stage.stageId) = Statistics(Some(out.recordsWritten), Some(out.bytesWritten), None)
    }
  }

  def ended(event: SparkListenerJobEnd): Option[Captured] = open.remove(event.jobId).map { stage =>
    Captured.JobEnded(event.jobId, event.time, Option(ActiveJob.failure(event)), written.remove(stage))
  }

  /** The scheduler's table is read while the scheduler's thread may write to it. A job that is not found has no run. */
  private def find(id: Int): Option[ActiveJob] =
    try Option(ActiveJob.find(id))
    catch {
      case NonFatal(_) => None
      case _: LinkageError => None // this Spark version has another scheduler
    }

  private def ofQuery(event: SparkListenerJobStart): Boolean =
    JobProperties.query(event).isDefined || JobProperties.ofStream(event)
}
