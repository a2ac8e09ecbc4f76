package io.headwater.shell.lifecycle

import java.time.Instant
import java.util.UUID

import io.headwater.model.{
  Additions,
  Application,
  Commit,
  DatasetId,
  ExtensionCalls,
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

/** An input of the run state machine: something that happened, with all that the agent has found out about it. */
sealed trait Signal
object Signal {

  /** @param root the outermost run above the application, which may be known without a parent */
  final case class ApplicationStarted(
      at: Instant,
      run: RunRef,
      application: Application,
      properties: Map[String, String],
      parent: Option[Parent],
      root: Option[RunRef] = None
  ) extends Signal

  /** @param agent the agent's counters
    * @param exiting whether the JVM is shutting down
    * @param added what extensions add to this event
    */
  final case class ApplicationEnded(
      at: Instant,
      error: Option[RunError],
      agent: Map[String, Long],
      exiting: Boolean = false,
      added: Additions = Additions.none,
      extensions: Vector[ExtensionCalls] = Vector.empty
  ) extends Signal

  /** A query, streaming query or RDD job has started.
    *
    * @param root the outermost execution that this one runs inside; itself if there is none
    * @param reported whether it gets a run of its own
    * @param lasting what extensions add to every event of the run
    * @param added what extensions add to the START event
    * @param unread whether its plan was not read
    * @param streaming set for streaming queries
    * @param description the name that the user has given it
    * @param parameters the parameters of its SQL statement
    * @param node the root of its physical plan, if it has one
    * @param isRootKnown false if it may run inside another execution that is not known
    * @param runsQueries false if Spark executes no other queries for it: it is no command, or one that only writes files
    */
  final case class RunStarted(
      execution: SparkExecution,
      root: SparkExecution,
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
      parameters: Vector[(String, String)] = Vector.empty,
      node: String = "",
      isRootKnown: Boolean = true,
      runsQueries: Boolean = true
  ) extends Signal

  /** @param written what the plan's metrics say about the output
    * @param commits what was committed to each output
    * @param added what the agent and extensions add to the terminal event
    * @param tasks what the tasks' metrics say, for plans without metrics
    * @param outputs what the plan's metrics say about each output, if there are several
    * @param hasJob whether the query has run a Spark job
    */
  final case class RunEnded(
      execution: SparkExecution,
      at: Instant,
      error: Option[RunError],
      written: Option[Statistics],
      commits: Map[DatasetId, Commit] = Map.empty,
      added: Additions = Additions.none,
      reads: Reads = Reads.none,
      tasks: Option[Statistics] = None,
      outputs: Map[DatasetId, Statistics] = Map.empty,
      hasJob: Boolean = false
  ) extends Signal

  /** A batch of a streaming query has started.
    *
    * @param foreachBatch see [[OpenRun.Batch]]
    * @param lineage what the batches have shown so far, if the streaming query's own plan is incomplete
    * @param lasting facets for every further event of the streaming query
    * @param batchId see [[OpenRun.Batch]]
    */
  final case class BatchStarted(
      batch: SparkExecution.Query,
      streamingQuery: SparkExecution.StreamingQuery,
      foreachBatch: Boolean,
      lineage: Option[PlanLineage] = None,
      lasting: Additions = Additions.none,
      batchId: Option[Long] = None
  ) extends Signal

  /** A batch of a streaming query has completed. */
  final case class StreamProgressed(
      streamingQuery: SparkExecution.StreamingQuery,
      at: Instant,
      progress: StreamProgress,
      added: Additions = Additions.none
  ) extends Signal
}
