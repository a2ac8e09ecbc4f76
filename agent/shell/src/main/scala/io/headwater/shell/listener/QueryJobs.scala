package io.headwater.shell.listener

import java.util.Properties

import scala.collection.mutable
import scala.util.Try

import org.apache.spark.scheduler.SparkListenerJobStart

/** What Spark knows of a job beside its RDD. Where nobody has set a call site, its last stage is named for one. */
final case class JobOutline(
    id: Int,
    description: Option[String],
    group: Option[String],
    callSite: Option[String]
)

object JobOutline {
  def of(event: SparkListenerJobStart): JobOutline = {
    val all = Option(event.properties).getOrElse(new Properties)
    def property(key: String): Option[String] = Option(all.getProperty(key)).filter(_.nonEmpty)
    JobOutline(
      event.jobId,
      property("spark.job.description"),
      property("spark.jobGroup.id"),
      property("callSite.short").orElse(event.stageInfos.sortBy(-_.stageId).headOption.map(_.name))
    )
  }
}

/** The first job of each query. On the bus thread only; holds the numbers of what is running. */
final class QueryJobs {
  private val told = mutable.LinkedHashSet.empty[Long]

  def started(event: SparkListenerJobStart): Option[Captured] = for {
    properties <- Option(event.properties)
    text <- Option(properties.getProperty(RddJobs.executionId))
    query <- Try(text.toLong).toOption
    if told.add(query)
  } yield {
    if (told.size > QueryStages.most) told.remove(told.head) // jobs of queries that have ended before them
    Captured.QueryJob(query, JobOutline.of(event))
  }

  private[listener] def size: Int = told.size

  def ended(query: Long): Unit = {
    told.remove(query)
    ()
  }
}
