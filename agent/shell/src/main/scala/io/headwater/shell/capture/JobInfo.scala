package io.headwater.shell.capture

import org.apache.spark.scheduler.SparkListenerJobStart

/** The facts about a job besides its RDD. If no call site is set, the name of the last stage contains one, unless Spark has
  * started the job on a thread of its own: then it names Spark's code.
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
      .filterNot(_.startsWith("$anonfun$"))
  )
}
