package io.headwater.shell.lifecycle

import java.time.Instant
import java.util.UUID

import io.headwater.model.{
  Additions,
  Application,
  DatasetId,
  JobId,
  JobType,
  Parent,
  PlanLineage,
  Reads,
  RunError,
  RunRef,
  Statistics,
  StreamProgress,
  Streaming
}

/** What happened, with all that was found out about it: the input of the state machine. */
sealed trait Signal
object Signal {

  /** `root`: the outermost run above, also where no parent is known. */
  final case class ApplicationStarted(
      at: Instant,
      run: RunRef,
      application: Application,
      properties: Map[String, String],
      parent: Option[Parent],
      root: Option[RunRef] = None
  ) extends Signal

  /** `exiting`: the JVM ends, and the application with it, wherever it is. `added`: what extensions add to this event. */
  final case class ApplicationEnded(
      at: Instant,
      error: Option[RunError],
      agent: Map[String, Long],
      exiting: Boolean = false,
      added: Additions = Additions.none
  ) extends Signal

  /** An SQL execution goes by its id; a job that runs for an RDD by one below zero, so that no two are the same. */
  def ofJob(id: Int): Long = -1L - id

  /** A streaming query goes by a number that no execution and no job has. */
  def ofStream(number: Long): Long = Long.MinValue + number

  def jobOf(id: Long): Option[Int] = if (id < 0 && id >= ofJob(Int.MaxValue)) Some((-1L - id).toInt) else None

  /** `root` is the execution that this one runs inside, itself where there is none. `reported`: worth a run of its own.
    * `lasting` is what extensions add to every event of the run, `added` to this one. `unread`: its plan was not. A streaming query's has `streaming`.
    * `description` is what the user has called it, `parameters` are what its statement was given.
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
      unread: Boolean = false,
      streaming: Option[Streaming] = None,
      description: Option[String] = None,
      parameters: Vector[(String, String)] = Vector.empty
  ) extends Signal

  /** `tasks`: what tasks say they have written, where the plan does not tell. */
  final case class QueryEnded(
      id: Long,
      at: Instant,
      error: Option[RunError],
      written: Option[Statistics],
      versions: Map[DatasetId, String] = Map.empty,
      added: Additions = Additions.none,
      reads: Reads = Reads.none,
      tasks: Option[Statistics] = None
  ) extends Signal

  /** A query that is a batch of a stream. `separate`: see [[Open.Batch]]. `shown`: what the stream is now known to read and
    * write, where its own plan did not tell.
    */
  final case class BatchStarted(id: Long, stream: Long, separate: Boolean, shown: Option[PlanLineage] = None)
      extends Signal

  /** A batch of the stream `id` has ended well. */
  final case class StreamProgressed(id: Long, at: Instant, progress: StreamProgress) extends Signal
}
