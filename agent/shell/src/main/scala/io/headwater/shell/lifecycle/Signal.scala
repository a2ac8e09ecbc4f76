package io.headwater.shell.lifecycle

import java.time.Instant
import java.util.UUID

import io.headwater.model._

/** What happened, with all that was found out about it: the input of the state machine. */
sealed trait Signal
object Signal {
  final case class ApplicationStarted(
      at: Instant,
      run: RunRef,
      application: Application,
      properties: Map[String, String],
      parent: Option[Parent]
  ) extends Signal

  /** `added`: what extensions add to this event. */
  final case class ApplicationEnded(
      at: Instant,
      error: Option[RunError],
      agent: Map[String, Long],
      added: Additions = Additions.none
  ) extends Signal

  /** An SQL execution goes by its id; a job that runs for an RDD by one below zero, so that no two are the same. */
  def ofJob(id: Int): Long = -1L - id

  /** `root` is the execution that this one runs inside, itself where there is none. `reported`: worth a run of its own.
    * `lasting` is what extensions add to every event of the run, `added` to this one. `unread`: its plan was not.
    */
  final case class QueryStarted(
      id: Long,
      root: Long,
      at: Instant,
      runId: UUID,
      job: JobId,
      jobType: JobType,
      lineage: PlanLineage,
      sql: Option[String],
      reported: Boolean,
      lasting: Additions = Additions.none,
      added: Additions = Additions.none,
      unread: Boolean = false
  ) extends Signal

  final case class QueryEnded(
      id: Long,
      at: Instant,
      error: Option[RunError],
      written: Option[OutputStatistics],
      versions: Map[DatasetId, String] = Map.empty,
      added: Additions = Additions.none
  ) extends Signal
}
