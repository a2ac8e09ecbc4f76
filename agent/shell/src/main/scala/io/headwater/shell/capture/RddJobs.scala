package io.headwater.shell.capture

import java.lang.ref.WeakReference

import scala.collection.mutable

import org.apache.spark.rdd.RDD
import org.apache.spark.scheduler.{
  SparkListenerJobEnd,
  SparkListenerJobStart,
  SparkListenerStageCompleted,
  StageInfo
}

import io.headwater.model.Statistics
import io.headwater.plan.rdd.StageRdds
import io.headwater.util.Attempts

/** Finds the jobs that run for an RDD and not for a query. Jobs of queries carry the id of an execution that runs. Jobs that Spark SQL or a
  * table format starts for itself (to infer a schema, to read a log) have one of its methods as their call site. It keeps
  * what is running. Used on the bus thread only.
  *
  * Spark removes a job when it ends, which may be before its start is heard of here. Such a job is read from its RDD, if an
  * earlier job has had the same RDD: programs with many short jobs reuse theirs. Otherwise it is missed.
  */
final class RddJobs(executions: OpenExecutions) {
  import RddJobs._
  private val open = mutable.HashMap.empty[Int, Int] // the last stage of each job, by job id
  private val seen = mutable.LinkedHashMap.empty[Int, WeakReference[RDD[_]]] // by id, the latest last
  private val written = mutable.HashMap.empty[Int, Statistics] // by stage

  def started(event: SparkListenerJobStart): Option[Captured] =
    if (executions.ofJob(event) || event.stageInfos.isEmpty) None
    else {
      val last = event.stageInfos.maxBy(_.stageId)
      if (ofEngine(last)) None
      else running(event, last).orElse(ended(event, last)).orElse(missed(event, last))
    }

  private def running(event: SparkListenerJobStart, last: StageInfo): Option[Captured] =
    find(event.jobId).map { job =>
      remember(job.rdd)
      opened(event, last, job.rdd, job.function, hasEnded = false)
    }

  private def ended(event: SparkListenerJobStart, last: StageInfo): Option[Captured] =
    for {
      info <- last.rddInfos.headOption // the stage's own
      reference <- seen.get(info.id)
      rdd <- Option(reference.get)
    } yield opened(event, last, rdd, NoFunction, hasEnded = true)

  private def missed(event: SparkListenerJobStart, last: StageInfo): Option[Captured] =
    if (
      CallSites.isHadoopWriter(last.details) || event.stageInfos.flatMap(_.rddInfos).exists(StageRdds.reads)
    ) {
      open(event.jobId) = last.stageId
      Some(Captured.JobMissed(event, JobProperties.tags(event)))
    } else None

  private def opened(
      event: SparkListenerJobStart,
      last: StageInfo,
      rdd: RDD[_],
      function: AnyRef,
      hasEnded: Boolean
  ): Captured = {
    open(event.jobId) = last.stageId
    Captured.JobStarted(event, rdd, function, JobProperties.tags(event), hasEnded)
  }

  private def remember(rdd: RDD[_]): Unit = {
    seen.remove(rdd.id)
    seen(rdd.id) = new WeakReference[RDD[_]](rdd)
    if (seen.size > maxSeen) { seen.remove(seen.head._1); () }
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

  /** The scheduler's table is read while the scheduler's thread may write to it. */
  private def find(id: Int): Option[ActiveJob] =
    Attempts.nonFatal(
      Option(ActiveJob.find(id))
    ).toOption.flatten // this Spark version may have another scheduler

  /** A thread that a streaming query has created has the call site of that query's start, whatever it runs. */
  private def ofEngine(last: StageInfo): Boolean =
    if (CallSites.ofStream(last.details)) last.rddInfos.headOption.exists(StageRdds.ofOperator)
    else CallSites.ofEngine(last.details)
}

private object RddJobs {
  final val maxSeen = 256
  private val NoFunction: AnyRef = Option.empty[AnyRef].orNull
}
