package io.headwater.shell.capture

import scala.collection.mutable

import org.apache.spark.rdd.RDD
import org.apache.spark.scheduler.{
  SparkListenerJobEnd,
  SparkListenerJobStart,
  SparkListenerStageCompleted,
  StageInfo
}

import io.headwater.shell.lifecycle.Signal
import io.headwater.util.Attempts

/** A Spark event of a job or stage, for the extensions that use it. */
sealed trait ObservedEvent
object ObservedEvent {

  /** @param job `None` if the job had ended before the bus thread received its start */
  final case class Started(event: SparkListenerJobStart, job: Option[ScheduledJob]) extends ObservedEvent
  final case class StageDone(stage: StageInfo) extends ObservedEvent
  final case class Ended(event: SparkListenerJobEnd, failure: Option[Throwable]) extends ObservedEvent
}

/** A job as the scheduler has it, with the RDD of its last stage. `job` and `stages` are Spark's own objects, whose
  * classes are private to Spark for Scala.
  */
final case class ScheduledJob(
    id: Int,
    stageId: Int,
    tasks: Int,
    callSite: String,
    rdd: RDD[_],
    job: AnyRef,
    stages: Vector[AnyRef]
)

/** Assigns jobs and stages to the query or RDD job that they run for. It works only while an extension uses these
  * events. It keeps what is running. Used on the bus thread only.
  */
final class ObservedJobs(executions: OpenExecutions) {
  private val jobs = mutable.HashMap.empty[Int, (JobRun, Seq[Int])] // with its stages
  private val stages = mutable.HashMap.empty[Int, JobRun]

  /** @param active the job as the scheduler has it */
  def started(event: SparkListenerJobStart, active: Option[ActiveJob]): Option[Captured] = {
    val run = runOf(event)
    jobs(event.jobId) = run -> event.stageIds
    event.stageIds.foreach(stages(_) = run)
    Some(Captured.ObservedJobEvent(
      run,
      ObservedEvent.Started(event, active.flatMap(scheduled(event.jobId, _)))
    ))
  }

  /** A stage completes once for each of its attempts. */
  def completed(event: SparkListenerStageCompleted): Option[Captured] =
    stages.get(event.stageInfo.stageId).map(Captured.ObservedJobEvent(
      _,
      ObservedEvent.StageDone(event.stageInfo)
    ))

  def ended(event: SparkListenerJobEnd): Option[Captured] =
    jobs.remove(event.jobId).map { case (run, stageIds) =>
      stages --= stageIds
      Captured.ObservedJobEvent(run, ObservedEvent.Ended(event, Option(ActiveJob.failure(event))))
    }

  private def runOf(event: SparkListenerJobStart): JobRun = executions.ownerOf(event) match {
    case JobOwner.Engine => JobRun(JobProperties.query(event).getOrElse(Signal.ofJob(event.jobId)))
    case JobOwner.Program => JobRun(Signal.ofJob(event.jobId))
    case JobOwner.Batch(query) => JobRun(Signal.ofJob(event.jobId), Some(query))
  }

  private def scheduled(id: Int, j: ActiveJob): Option[ScheduledJob] =
    // this Spark version may have other stages
    Attempts.nonFatal(
      ScheduledJob(id, j.stageId, j.tasks, j.callSite, j.rdd, j.job, j.stages.toVector)
    ).toOption
}
