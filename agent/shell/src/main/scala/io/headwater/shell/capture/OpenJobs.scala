package io.headwater.shell.capture

import scala.collection.mutable

import org.apache.spark.scheduler.{SparkListenerJobEnd, SparkListenerJobStart}

import io.headwater.model.Statistics
import io.headwater.shell.lifecycle.SparkExecution
import io.headwater.util.BoundedMap

/** The jobs that run, each with what it runs for and with its stages. If the ends of jobs have been dropped, the oldest jobs
  * are removed first. Used on the bus thread only.
  */
final class OpenJobs(executions: OpenExecutions) {
  private val jobs = new BoundedMap[Int, OpenJob](OpenJobs.maxJobs, forgetStages)
  private val stages = mutable.HashMap.empty[Int, OpenJob] // the job that has listed the stage last

  /** Must be called for the start of each job.
    *
    * @return the first job of a query, for its run
    */
  def started(event: SparkListenerJobStart): Option[Captured] = {
    val job = new OpenJob(event, executions.ownerOf(event))
    jobs(job.id) = job
    job.stages.foreach(stages(_) = job)
    job.owner.query.filter(executions.jobStarted).map(Captured.QueryJob(_, JobInfo.of(event)))
  }

  def apply(id: Int): Option[OpenJob] = jobs.get(id)

  /** The job that has a stage. A stage completes once for each of its attempts. */
  def ofStage(id: Int): Option[OpenJob] = stages.get(id)

  def completed(stage: CompletedStage): Unit =
    for (job <- ofStage(stage.info.stageId)) {
      job.owner.query.foreach(executions.completed(_, stage))
      if (job.resultOfRun.contains(stage.info.stageId)) job.written = stage.written
    }

  /** Forgets the job, and returns its end if it has a run of its own. Skipped stages never complete. */
  def ended(event: SparkListenerJobEnd): Option[Captured] =
    jobs.remove(event.jobId).flatMap { job =>
      forgetStages(job)
      job.resultOfRun.map(_ =>
        Captured.JobEnded(job.execution, event.time, Option(ActiveJob.failure(event)), job.written)
      )
    }

  private[capture] def size: Int = jobs.size + stages.size

  private def forgetStages(job: OpenJob): Unit =
    job.stages.foreach(id => if (stages.get(id).exists(_ eq job)) { stages.remove(id); () })
}

private object OpenJobs {

  /** How many jobs may run at once. */
  val maxJobs = 10000
}

/** A job that runs. Used on the bus thread only. */
final class OpenJob private[capture] (event: SparkListenerJobStart, val owner: JobOwner) {
  val id: Int = event.jobId
  private[capture] val stages: Seq[Int] = event.stageIds

  /** The stage that makes the result, if the job is a run because it runs for an RDD. */
  private[capture] var resultOfRun: Option[Int] = None

  /** What this stage has written. */
  private[capture] var written: Option[Statistics] = None

  /** The run that it is a part of. */
  def run: JobRun = owner match {
    case JobOwner.Engine(query) => JobRun(query.fold[SparkExecution](execution)(SparkExecution.Query(_)))
    case JobOwner.Program => JobRun(execution)
    case JobOwner.Batch(query) => JobRun(execution, Some(SparkExecution.Query(query)))
  }

  private[capture] def execution: SparkExecution.Job = SparkExecution.Job(id)
}
