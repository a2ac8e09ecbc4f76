package io.headwater.shell.capture

import scala.collection.mutable
import scala.util.control.NonFatal

import org.apache.spark.rdd.RDD
import org.apache.spark.scheduler.{
  SparkListenerJobEnd,
  SparkListenerJobStart,
  SparkListenerStageCompleted,
  StageInfo
}

import io.headwater.shell.lifecycle.Signal

/** What happened to a job, for extensions that ask for it. */
sealed trait ObservedEvent
object ObservedEvent {

  /** `job` is none where it had ended before the bus thread came to it. */
  final case class Started(event: SparkListenerJobStart, job: Option[ScheduledJob]) extends ObservedEvent
  final case class StageDone(stage: StageInfo) extends ObservedEvent
  final case class Ended(event: SparkListenerJobEnd, failure: Option[Throwable]) extends ObservedEvent
}

/** A job as the scheduler has it: its last stage, with that stage's RDD; `job` and all its `stages` are Spark's own
  * objects, which are private to Spark for Scala.
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

/** Ties jobs and their stages to the query, or RDD job, that they run for. Only while somebody wants to know. On the bus
  * thread only; holds what is running.
  */
final class ObservedJobs {
  private val jobs = mutable.HashMap.empty[Int, SparkListenerJobStart]
  private val stages = mutable.HashMap.empty[Int, Long]

  def started(event: SparkListenerJobStart): Option[Captured] = {
    jobs(event.jobId) = event
    event.stageIds.foreach(stages(_) = key(event))
    Some(Captured.Happened(key(event), ObservedEvent.Started(event, find(event.jobId))))
  }

  def completed(event: SparkListenerStageCompleted): Option[Captured] =
    stages.remove(event.stageInfo.stageId).map(Captured.Happened(_, ObservedEvent.StageDone(event.stageInfo)))

  def ended(event: SparkListenerJobEnd): Option[Captured] =
    jobs.remove(event.jobId).map { start =>
      stages --= start.stageIds
      Captured.Happened(key(start), ObservedEvent.Ended(event, Option(ActiveJob.failure(event))))
    }

  private def key(event: SparkListenerJobStart): Long =
    JobProperties.query(event).getOrElse(Signal.ofJob(event.jobId))

  private def find(id: Int): Option[ScheduledJob] =
    try
      Option(ActiveJob.find(id)).map { j =>
        ScheduledJob(id, j.stageId, j.tasks, j.callSite, j.rdd, j.job, j.stages.toVector)
      }
    catch {
      case NonFatal(_) => None
      case _: LinkageError => None // a Spark whose scheduler is another
    }
}
