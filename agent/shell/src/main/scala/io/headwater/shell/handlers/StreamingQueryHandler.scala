package io.headwater.shell.handlers

import java.time.Instant
import java.util.UUID

import scala.collection.mutable
import scala.util.{Success, Try}

import org.apache.spark.sql.execution.QueryExecution

import io.headwater.model.{Additions, Commit, DatasetId, PlanLineage, RunError}
import io.headwater.plan.session.CachedLineage
import io.headwater.plan.writes.WriteToStream
import io.headwater.shell.capture.{
  ActiveStreams,
  AvailablePlans,
  Captured,
  ClientSession,
  QueryInfo,
  StreamInfo
}
import io.headwater.shell.extensions.ExtensionCoordinator
import io.headwater.shell.failures.Failures
import io.headwater.shell.lifecycle.{Signal, SparkExecution}
import io.headwater.shell.session.{MicroBatch, RememberedLineage}
import io.headwater.util.BoundedMap

/** Turns streaming queries into signals. A streaming query is one run, with the lineage of the query's own plan. Its
  * batches add the datasets that this plan does not name. Used on the worker thread only.
  */
final class StreamingQueryHandler(
    starts: StreamingQueryStartHandler,
    reader: PlanReader,
    remembered: RememberedLineage,
    extensions: ExtensionCoordinator,
    writers: ConcurrentUse[DatasetId]
) {
  private val running = mutable.HashMap.empty[UUID, RunningStream] // by run id
  private val batches = mutable.HashMap.empty[Long, Option[RunningStream]] // by execution id
  private val frames = new ForeachBatchFrames

  /** Queries that had ended before the listener bus delivered their start. Their plans are not known yet. */
  private val pending = mutable.LinkedHashMap.empty[UUID, Captured.StreamStarted]

  /** The runs whose start or end has been seen. */
  private val seen = new BoundedMap[UUID, Unit](StreamingQueryHandler.maxSeen)

  def isRunning(runId: UUID): Boolean = running.contains(runId) || pending.contains(runId)

  /** The start of a streaming query whose own start was dropped, if this is the first event that shows that it runs. */
  def lateStart(captured: Captured): Option[Captured.StreamStarted] =
    StreamInfo.runningIn(
      captured
    ).filterNot(s => isRunning(s.runId) || seen.contains(s.runId)).flatMap(_.start)

  def handle(captured: Captured.OfStream): Vector[Try[Signal]] = captured match {
    case event: Captured.StreamStarted =>
      seen(event.info.execution.runId) = ()
      starts.ofQuery(event) match {
        case Some(start) => Vector(Success(started(event, start)))
        case None =>
          pending(event.info.execution.runId) = event
          Vector.empty
      }
    case Captured.StreamProgressed(event) =>
      val progress = event.progress
      running.get(progress.runId).filter(_ => StreamFacts.isOfBatch(progress)).toVector.map { stream =>
        val at = StreamFacts.completedAt(progress)
        val added = extensions.progressed(stream.execution, at, progress)
        Success(Signal.StreamProgressed(stream.execution, at, StreamFacts.progress(progress), added))
      }
    case Captured.StreamTerminated(event, time) =>
      end(event.runId, Instant.ofEpochMilli(time), event.exception.map(Failures.ofStackTrace))
  }

  /** The end of a streaming query whose end was dropped.
    *
    * @param at when it had ended at the latest
    */
  def endDropped(query: SparkExecution.StreamingQuery, at: Instant): Vector[Try[Signal]] =
    end(query.runId, at, Some(UnknownEnd.ofStream.error), UnknownEnd.ofStream.gap)

  private def end(
      runId: UUID,
      at: Instant,
      error: Option[RunError],
      gap: Additions = Additions.none
  ): Vector[Try[Signal]] = {
    seen(runId) = ()
    val start = pending.remove(runId).toVector.map(s => started(s, starts.withoutPlan(s)))
    start.map(Success(_)) ++ running.remove(runId).toVector.flatMap(ended(_, at, error, gap))
  }

  /** The starts that still wait for their plans when the application ends. */
  def unfinished(): Vector[Signal] = {
    val waiting = pending.values.toVector.map(s => started(s, starts.withoutPlan(s)))
    pending.clear()
    waiting
  }

  /** The start of a batch.
    *
    * @param query `None` if the queue was full
    */
  def batch(info: QueryInfo, runId: UUID, query: Option[QueryExecution]): Vector[Signal] = {
    val start =
      for (q <- query.toVector if AvailablePlans.analyzed(q).isDefined; s <- pending.remove(runId))
        yield started(s, starts.ofBatch(s, q))
    batches(info.executionId) = running.get(runId)
    start ++ running.get(runId).map { stream =>
      query.foreach(readBatch(info.executionId, stream, _))
      // Before Spark 4.1, the start of a streaming query has no tags; its batches have those of the thread that started it.
      val client = RunStartBuilder.ofClient(ClientSession.ofConnect(info.tags), info.tags)
      Signal.BatchStarted(
        info.execution,
        stream.execution,
        stream.foreachBatch,
        stream.lineageOfBatches,
        client,
        query.flatMap(ActiveStreams.batchId)
      )
    }
  }

  /** Whether the execution is a batch whose rows the user's own code gets. */
  def isForeachBatch(executionId: Long): Boolean = batches.get(executionId).flatten.exists(_.foreachBatch)

  /** The streaming query that writes by the queries inside this execution. */
  def writing(executionId: Long): Option[SparkExecution.StreamingQuery] =
    batches.get(executionId).flatten.filterNot(_.foreachBatch).map(_.execution)

  /** The execution id of the batch whose rows the query reads. Its root may be another one: the threads of a pool have the
    * root of the batch that has created them.
    */
  def batchOf(query: QueryExecution): Option[Long] = frames.batchOf(query)

  /** `None` if the execution was not a batch. Facets that scripts have emitted in the batch belong to the stream. */
  def batchEnded(execution: SparkExecution.Query, at: Instant): Option[Signal] =
    if (batches.remove(execution.executionId).isEmpty) None
    else {
      frames.ended(execution.executionId)
      val (emitted, _) = extensions.emitted(execution, Set.empty)
      Some(Signal.RunEnded(execution, at, None, None, added = emitted))
    }

  private def started(event: Captured.StreamStarted, start: StartedStream): Signal = {
    running(event.info.execution.runId) = start.stream
    start.signal
  }

  /** Reads from a batch what the query's plan does not have: the rows that `foreachBatch` receives, and datasets. */
  private def readBatch(executionId: Long, stream: RunningStream, query: QueryExecution): Unit = {
    lazy val lineage =
      reader.lineage(reader.sessions.of(query).copy(streamingQueryId = Some(stream.execution.queryId)))
    val plan = AvailablePlans.analyzed(query)
    if (stream.foreachBatch) plan.flatMap(WriteToStream.batch).foreach { rows =>
      val batch = MicroBatch(stream.execution, executionId, query)
      frames.began(executionId, rows, batch.frame)
      val lineageOfRows =
        stream.rows.getOrElse(stream.unnamed.in(reader.timed(lineage.ofOutput(rows))))
      remembered.addBatch(batch, rows.output.map(_.exprId.id), lineageOfRows)
    }
    plan.filter(p => stream.needsBatches && reader.lineageIfSkipped(p).isEmpty).foreach { p =>
      val found = reader.timed(lineage.of(p))
      stream.batchLineage = Some(stream.batchLineage.fold(found)(_.union(found)))
    }
  }

  private def ended(
      stream: RunningStream,
      at: Instant,
      error: Option[RunError],
      gap: Additions
  ): Vector[Try[Signal]] = {
    val parts = new RunEndBuilder
    writers.ended(stream.outputs)
    remembered.streamEnded(stream.execution)
    val commits = parts.attempt(Map.empty[DatasetId, Commit])(
      if (error.isEmpty) stream.commits(at) else Map.empty[DatasetId, Commit]
    )
    val added = parts.attempt(Additions.none)(extensions.ended(stream.execution, at, error))
    parts.of(Signal.RunEnded(stream.execution, at, error, None, commits, added ++ gap))
  }
}

private object StreamingQueryHandler {

  /** How many runs are remembered, so that none starts again after its end. */
  val maxSeen = 1000
}

/** A streaming query that runs.
  *
  * @param foreachBatch whether the user's own code runs inside its batches
  * @param needsBatches whether its own plan lacks datasets that it reads or writes
  * @param rows the lineage of the rows of a batch
  * @param unnamed the sources that its own plan does not name
  * @param commits finds what it has committed, once it has ended
  * @param outputs the datasets that it writes to
  */
final class RunningStream(
    val execution: SparkExecution.StreamingQuery,
    val foreachBatch: Boolean = false,
    val needsBatches: Boolean = true,
    val rows: Option[CachedLineage] = None,
    val unnamed: UnresolvedSources = UnresolvedSources.none,
    val commits: Instant => Map[DatasetId, Commit] = _ => Map.empty,
    val outputs: ConcurrentUse.Use[DatasetId] = ConcurrentUse.none
) {

  /** What the batches have shown so far. Read and written by the worker thread only. */
  var batchLineage: Option[PlanLineage] = None

  def lineageOfBatches: Option[PlanLineage] = batchLineage.map(unnamed.in)
}

/** A streaming query that has started, and the signal of its start. */
final case class StartedStream(stream: RunningStream, signal: Signal.RunStarted)
