package io.headwater.shell.capture

import org.apache.spark.rdd.RDD
import org.apache.spark.scheduler.{SparkListenerJobEnd, SparkListenerJobStart, StageInfo}

import io.headwater.util.Attempts

/** A Spark event of a job or stage, for the extensions that use it. */
sealed trait JobEvent
object JobEvent {

  /** @param job `None` if the job had ended before the bus thread received its start */
  final case class Started(event: SparkListenerJobStart, job: Option[ScheduledJob]) extends JobEvent
  final case class StageCompleted(stage: StageInfo) extends JobEvent
  final case class Ended(event: SparkListenerJobEnd, failure: Option[Throwable]) extends JobEvent

  /** @param active the job as the scheduler has it */
  def started(event: SparkListenerJobStart, active: Option[ActiveJob]): JobEvent =
    Started(event, active.flatMap(ScheduledJob.of(event.jobId, _)))

  def ended(event: SparkListenerJobEnd): JobEvent = Ended(event, Option(ActiveJob.failure(event)))
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

object ScheduledJob {

  /** `None` if this Spark version has other stages. */
  private[capture] def of(id: Int, j: ActiveJob): Option[ScheduledJob] =
    Attempts.nonFatal(
      ScheduledJob(id, j.stageId, j.tasks, j.callSite, j.rdd, j.job, j.stages.toVector)
    ).toOption
}
