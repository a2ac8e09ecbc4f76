package io.headwater.shell.capture

import org.apache.spark.scheduler.SparkListenerJobStart

import io.headwater.util.BoundedMap

/** What Spark knows of a job beside its RDD. Where nobody has set a call site, its last stage is named for one. */
final case class JobInfo(
    id: Int,
    description: Option[String],
    group: Option[String],
    callSite: Option[String]
)

object JobInfo {
  def of(event: SparkListenerJobStart): JobInfo = JobInfo(
    event.jobId,
    JobProperties(event, "spark.job.description"),
    JobProperties(event, "spark.jobGroup.id"),
    JobProperties(event, "callSite.short")
      .orElse(event.stageInfos.sortBy(-_.stageId).headOption.map(_.name))
  )
}

/** The first job of each query. On the bus thread only; holds the numbers of what is running. */
final class QueryJobs {
  private val told =
    new BoundedMap[Long, Unit](QueryStages.most) // also of queries that have ended before their jobs

  def started(event: SparkListenerJobStart): Option[Captured] =
    JobProperties.query(event).filterNot(told.contains).map { query =>
      told(query) = ()
      Captured.QueryJob(query, JobInfo.of(event))
    }

  private[shell] def size: Int = told.size

  def ended(query: Long): Unit = {
    told.remove(query)
    ()
  }
}
