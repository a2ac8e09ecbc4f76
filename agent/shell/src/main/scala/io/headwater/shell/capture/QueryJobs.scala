package io.headwater.shell.capture

import org.apache.spark.scheduler.SparkListenerJobStart

import io.headwater.util.BoundedMap

/** The facts about a job besides its RDD. If no call site is set, the name of the last stage contains one.
  *
  * @param description
  *   none for a Connect client, like the call site: the server sets both to the beginning of the plan, as protobuf text
  */
final case class JobInfo(
    id: Int,
    description: Option[String],
    group: Option[String],
    callSite: Option[String]
)

object JobInfo {
  def of(event: SparkListenerJobStart): JobInfo = {
    val info = all(event)
    val ofConnect = ClientSession.ofConnect(JobProperties.tags(event)).isDefined
    if (ofConnect) info.copy(description = None, callSite = None) else info
  }

  private def all(event: SparkListenerJobStart): JobInfo = JobInfo(
    event.jobId,
    JobProperties(event, "spark.job.description"),
    JobProperties(event, "spark.jobGroup.id"),
    JobProperties(event, "callSite.short")
      .orElse(if (event.stageInfos.isEmpty) None else Some(event.stageInfos.maxBy(_.stageId).name))
  )
}

/** Finds the first job of each query. It keeps the ids of what is running. Used on the bus thread only. */
final class QueryJobs {
  private val seen =
    new BoundedMap[Long, Unit](QueryStages.maxQueries) // some queries end before their jobs start

  def started(event: SparkListenerJobStart): Option[Captured] =
    JobProperties.query(event).filterNot(seen.contains).map { query =>
      seen(query) = ()
      Captured.QueryJob(query, JobInfo.of(event))
    }

  private[shell] def size: Int = seen.size

  def ended(query: Long): Unit = {
    seen.remove(query)
    ()
  }
}
