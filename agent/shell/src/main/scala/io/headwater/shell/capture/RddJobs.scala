package io.headwater.shell.capture

import java.lang.ref.WeakReference

import scala.collection.mutable

import org.apache.spark.rdd.RDD
import org.apache.spark.scheduler.{SparkListenerJobEnd, SparkListenerJobStart, StageInfo}

import io.headwater.model.Statistics
import io.headwater.plan.rdd.StageRdds

/** Finds the jobs that run for an RDD and not for a query. Jobs of queries carry the id of an execution that runs. Jobs
  * that Spark SQL or a table format starts for itself (to infer a schema, to read a log) have one of its methods as their
  * call site. It keeps what is running. Used on the bus thread only.
  *
  * Spark removes a job when it ends, which may be before its start is heard of here. Such a job is read from its RDD, if an
  * earlier job has had the same RDD: programs with many short jobs reuse theirs. Otherwise it is missed.
  */
final class RddJobs(executions: OpenExecutions) {
  import RddJobs._
  private val open = mutable.HashMap.empty[Int, Int] // the last stage of each job, by job id
  private val seen = mutable.LinkedHashMap.empty[Int, WeakReference[RDD[_]]] // by id, the latest last
  private val written = mutable.HashMap.empty[Int, Statistics] // by stage

  /** @param active the job as the scheduler has it */
  def started(event: SparkListenerJobStart, active: => Option[ActiveJob]): Option[Captured] =
    if (event.stageInfos.isEmpty) None
    else {
      val last = event.stageInfos.maxBy(_.stageId)
      def tags = JobProperties.tags(event)
      executions.ownerOf(event) match {
        case JobOwner.Engine => None
        case _ if ofEngine(last) => None
        case JobOwner.Program => captured(RddJob(event, tags), last, active)
        case JobOwner.Batch(query) => captured(RddJob(event, tags, Some(query)), last, active)
      }
    }

  private def captured(job: RddJob, last: StageInfo, active: Option[ActiveJob]): Option[Captured] =
    running(job, last, active).orElse(ended(job, last)).orElse(missed(job, last))

  private def running(job: RddJob, last: StageInfo, active: Option[ActiveJob]): Option[Captured] =
    active.map { found =>
      remember(found.rdd)
      opened(job, last, found.rdd, Option(found.function), hasEnded = false)
    }

  private def ended(job: RddJob, last: StageInfo): Option[Captured] =
    for {
      info <- last.rddInfos.headOption // the stage's own
      reference <- seen.get(info.id)
      rdd <- Option(reference.get)
    } yield opened(job, last, rdd, None, hasEnded = true)

  private def missed(job: RddJob, last: StageInfo): Option[Captured] =
    if (
      CallSites.isHadoopWriter(last.details) ||
      job.event.stageInfos.flatMap(_.rddInfos).exists(StageRdds.reads)
    ) {
      open(job.event.jobId) = last.stageId
      Some(Captured.JobMissed(job))
    } else None

  private def opened(
      job: RddJob,
      last: StageInfo,
      rdd: RDD[_],
      function: Option[AnyRef],
      hasEnded: Boolean
  ): Captured = {
    open(job.event.jobId) = last.stageId
    Captured.JobStarted(job, rdd, function, hasEnded)
  }

  private def remember(rdd: RDD[_]): Unit = {
    seen.remove(rdd.id)
    seen(rdd.id) = new WeakReference[RDD[_]](rdd)
    if (seen.size > maxSeen) { seen.remove(seen.head._1); () }
  }

  def completed(stage: CompletedStage): Unit = {
    val id = stage.info.stageId
    if (open.valuesIterator.contains(id))
      stage.written match {
        case Some(statistics) => written(id) = statistics
        case None => written.remove(id)
      }
  }

  def ended(event: SparkListenerJobEnd): Option[Captured] = open.remove(event.jobId).map { stage =>
    Captured.JobEnded(event.jobId, event.time, Option(ActiveJob.failure(event)), written.remove(stage))
  }

  /** A thread that a streaming query has created has the call site of that query's start, whatever it runs. */
  private def ofEngine(last: StageInfo): Boolean =
    if (CallSites.ofStream(last.details)) last.rddInfos.headOption.exists(StageRdds.ofOperator)
    else CallSites.ofEngine(last.details)
}

private object RddJobs {
  final val maxSeen = 256
}
