package io.headwater.shell.capture

import scala.collection.mutable

import org.apache.spark.scheduler.{SparkListenerJobEnd, SparkListenerJobStart}

import io.headwater.util.BoundedMap

/** Collects the completed stages of each query, with their metrics. It keeps what is running. A job may outlive its query
  * (for example a broadcast that is no longer needed); such entries are removed when there are too many. Used on the bus
  * thread only.
  */
final class QueryStages {
  import QueryStages.maxQueries
  private val jobs = mutable.HashMap.empty[Int, Seq[Int]]
  private val queries = mutable.HashMap.empty[Int, Long] // by stage id
  private val done = new BoundedMap[Long, Vector[CompletedStage]](maxQueries) // by execution id

  def started(event: SparkListenerJobStart): Unit =
    for (query <- JobProperties.query(event)) {
      jobs(event.jobId) = event.stageIds
      event.stageIds.foreach(queries(_) = query)
    }

  def completed(stage: CompletedStage): Unit =
    for (query <- queries.get(stage.info.stageId) if stage.info.failureReason.isEmpty)
      done(query) = done.get(query).getOrElse(Vector.empty) :+ stage

  /** Forgets the job's stages. Skipped stages never complete. */
  def ended(event: SparkListenerJobEnd): Unit = jobs.remove(event.jobId).foreach(queries --= _)

  def take(query: Long): Vector[CompletedStage] = done.remove(query).getOrElse(Vector.empty)
}

object QueryStages {

  /** How many queries may run at once. Beyond that, the oldest entry is removed first. */
  val maxQueries = 1000
}
