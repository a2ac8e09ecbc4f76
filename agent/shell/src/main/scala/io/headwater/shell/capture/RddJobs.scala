package io.headwater.shell.capture

import java.lang.ref.WeakReference

import org.apache.spark.rdd.RDD
import org.apache.spark.scheduler.{SparkListenerJobStart, StageInfo}

import io.headwater.plan.rdd.StageRdds
import io.headwater.shell.lifecycle.SparkExecution
import io.headwater.util.BoundedMap

/** Finds the jobs that run for an RDD and not for a query. Jobs of queries carry the id of an execution that runs. Jobs
  * that Spark SQL or a table format starts for itself (to infer a schema, to read a log) have one of its methods as their
  * call site. Used on the bus thread only.
  *
  * Spark removes a job when it ends, which may be before its start is heard of here. Such a job is read from its RDD, if an
  * earlier job has had the same RDD: programs with many short jobs reuse theirs. Otherwise it is not read.
  */
final class RddJobs {
  import RddJobs._
  private val seen = new BoundedMap[Int, WeakReference[RDD[_]]](maxSeen) // by id, the latest last
  private val iterated = new BoundedMap[Int, Unit](maxSeen) // the RDDs of local iterators, in the same way

  /** @param active the job as the scheduler has it */
  def started(event: SparkListenerJobStart, job: OpenJob, active: => Option[ActiveJob]): Option[Captured] =
    for {
      last <- lastStage(event, job.owner).filterNot(continuesLocalIterator)
      rddJob = RddJob(event, JobProperties.tags(event), job.owner.query.map(SparkExecution.Query(_)))
      captured <- running(rddJob, active).orElse(ended(rddJob, last)).orElse(unread(rddJob))
    } yield {
      job.resultOfRun = Some(last.stageId)
      captured
    }

  /** The last stage of the job; `None` if the job runs for no RDD of the program. */
  private def lastStage(event: SparkListenerJobStart, owner: JobOwner): Option[StageInfo] = owner match {
    case JobOwner.Engine(_) => None
    case JobOwner.Program | JobOwner.Batch(_) =>
      if (event.stageInfos.isEmpty) None else Some(event.stageInfos.maxBy(_.stageId)).filterNot(ofEngine)
  }

  /** Whether it reads another partition of an RDD for a local iterator, which runs a job for each. The first of these jobs
    * has the run.
    */
  private def continuesLocalIterator(last: StageInfo): Boolean =
    CallSites.isLocalIterator(last.details) && last.rddInfos.headOption.exists { info =>
      val begun = iterated.remove(info.id).isDefined
      iterated(info.id) = ()
      begun
    }

  private def running(job: RddJob, active: Option[ActiveJob]): Option[Captured] =
    active.map { found =>
      remember(found.rdd)
      Captured.JobStarted(job, found.rdd, Option(found.function), hasEnded = false)
    }

  private def ended(job: RddJob, last: StageInfo): Option[Captured] =
    for {
      info <- last.rddInfos.headOption // the stage's own
      reference <- seen.get(info.id)
      rdd <- Option(reference.get)
    } yield Captured.JobStarted(job, rdd, None, hasEnded = true)

  private def unread(job: RddJob): Option[Captured] =
    if (job.touchesData) Some(Captured.JobUnread(job, Captured.JobUnread.ended)) else None

  private def remember(rdd: RDD[_]): Unit = {
    seen.remove(rdd.id)
    seen(rdd.id) = new WeakReference[RDD[_]](rdd)
  }

  /** A thread that a streaming query has created has the call site of that query's start, whatever it runs. */
  private def ofEngine(last: StageInfo): Boolean =
    if (CallSites.ofStream(last.details)) last.rddInfos.headOption.exists(StageRdds.ofOperator)
    else CallSites.ofEngine(last.details)
}

private object RddJobs {
  final val maxSeen = 256
}
