package io.headwater.shell.capture

import java.util.UUID

import scala.util.Try

import org.apache.spark.scheduler.SparkListenerJobStart

import io.headwater.model.JobType

/** Reads the local properties of the thread that has started a job. */
private[shell] object JobProperties {
  def apply(event: SparkListenerJobStart, key: String): Option[String] =
    Option(event.properties).flatMap(p => Option(p.getProperty(key))).filter(_.nonEmpty)

  def tags(event: SparkListenerJobStart): Set[String] =
    apply(event, "spark.job.tags").fold(Set.empty[String])(_.split(',').filter(_.nonEmpty).toSet)

  /** The execution id of the query that the job runs for. */
  def executionId(event: SparkListenerJobStart): Option[Long] =
    apply(event, "spark.sql.execution.id").flatMap(id => Try(id.toLong).toOption)

  /** The id of the streaming query whose thread has started the job, or has created the thread that did. */
  def streamingQueryId(event: SparkListenerJobStart): Option[UUID] =
    apply(event, "sql.streaming.queryId").flatMap(id => Try(UUID.fromString(id)).toOption)

  /** The type of a job that runs for an RDD. Spark Streaming sets the time of the batch on the thread that runs it. */
  def jobType(event: SparkListenerJobStart): JobType =
    if (apply(event, "spark.streaming.internal.batchTime").isDefined) JobType.rddStreaming else JobType.rdd
}
