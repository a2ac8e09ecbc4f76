package io.headwater.shell.capture

import scala.util.Try

import org.apache.spark.scheduler.SparkListenerJobStart

/** What the thread that starts a job hands on to it. */
private[shell] object JobProperties {
  def apply(event: SparkListenerJobStart, key: String): Option[String] =
    Option(event.properties).flatMap(p => Option(p.getProperty(key))).filter(_.nonEmpty)

  /** The query that it runs for. */
  def query(event: SparkListenerJobStart): Option[Long] =
    apply(event, "spark.sql.execution.id").flatMap(id => Try(id.toLong).toOption)

  /** A stream's thread runs jobs between its batches, too: a source looks what is new. */
  def ofStream(event: SparkListenerJobStart): Boolean = apply(event, "sql.streaming.queryId").isDefined
}
