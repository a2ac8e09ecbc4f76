package io.headwater.shell.listener

import org.apache.spark.scheduler.SparkListenerJobStart

import io.headwater.model.Newest

/** What Spark knows of a job beside its RDD. Where nobody has set a call site, its last stage is named for one. */
final case class JobOutline(
    id: Int,
    description: Option[String],
    group: Option[String],
    callSite: Option[String]
)

object JobOutline {
  def of(event: SparkListenerJobStart): JobOutline = JobOutline(
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
    new Newest[Long, Unit](QueryStages.most) // also of queries that have ended before their jobs

  def started(event: SparkListenerJobStart): Option[Captured] =
    JobProperties.query(event).filterNot(told.contains).map { query =>
      told(query) = ()
      Captured.QueryJob(query, JobOutline.of(event))
    }

  private[listener] def size: Int = told.size

  def ended(query: Long): Unit = {
    told.remove(query)
    ()
  }
}
