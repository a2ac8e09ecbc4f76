package io.headwater.shell.capture

import scala.collection.mutable

import org.apache.spark.scheduler.{
  SparkListenerJobEnd,
  SparkListenerJobStart,
  SparkListenerStageCompleted,
  StageInfo
}

import io.headwater.util.BoundedMap

/** The stages that each query has run, with what was counted in them. On the bus thread only; holds what is running. A
  * job may outlive its query (a broadcast that nobody waits for any more): such rests go when there are too many.
  */
final class QueryStages {
  import QueryStages.most
  private val jobs = mutable.HashMap.empty[Int, Seq[Int]]
  private val queries = mutable.HashMap.empty[Int, Long] // by stage
  private val done = new BoundedMap[Long, Vector[StageInfo]](most) // by query

  def started(event: SparkListenerJobStart): Unit =
    for (query <- JobProperties.query(event)) {
      jobs(event.jobId) = event.stageIds
      event.stageIds.foreach(queries(_) = query)
    }

  def completed(event: SparkListenerStageCompleted): Unit = {
    val stage = event.stageInfo
    for (query <- queries.get(stage.stageId) if stage.failureReason.isEmpty)
      done(query) = done.get(query).getOrElse(Vector.empty) :+ stage
  }

  /** Stages that were skipped never complete. */
  def ended(event: SparkListenerJobEnd): Unit = jobs.remove(event.jobId).foreach(queries --= _)

  def take(query: Long): Vector[StageInfo] = done.remove(query).getOrElse(Vector.empty)
}

object QueryStages {

  /** So many queries are thought to run at once; the oldest is let go of first. */
  val most = 1000
}
