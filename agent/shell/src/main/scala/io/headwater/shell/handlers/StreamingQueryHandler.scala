package io.headwater.shell.handlers

import java.time.Instant
import java.util.UUID

import scala.collection.mutable

import org.apache.spark.sql.execution.QueryExecution

import io.headwater.model.{DatasetId, PlanLineage}
import io.headwater.plan.session.CachedLineage
import io.headwater.plan.writes.WriteToStream
import io.headwater.shell.capture.{Captured, QueryInfo}
import io.headwater.shell.extensions.ExtensionCoordinator
import io.headwater.shell.failures.Failures
import io.headwater.shell.lifecycle.Signal
import io.headwater.shell.session.RememberedLineage

/** Turns streaming queries into signals: one run a query, whose lineage is that of the query's own plan; what that does
  * not tell, its batches do. On the worker thread only; holds what is running.
  */
final class StreamingQueryHandler(
    starts: StreamingQueryStarts,
    frames: RememberedLineage,
    extensions: ExtensionCoordinator,
    plans: SkippedPlans
) {
  private val open = mutable.HashMap.empty[UUID, RunningStream]
  private val batches = mutable.HashSet.empty[Long] // their executions

  /** Queries that had ended before the bus came to their start: nothing is known of their plans yet. */
  private val waiting = mutable.LinkedHashMap.empty[UUID, Captured.StreamStarted]

  def knows(run: UUID): Boolean = open.contains(run) || waiting.contains(run)

  def read(captured: Captured): Vector[Signal] = captured match {
    case started: Captured.StreamStarted =>
      starts.ofQuery(started) match {
        case Some(found) => Vector(opened(started, found))
        case None =>
          waiting(started.event.runId) = started
          Vector.empty
      }
    case Captured.StreamProgressed(event) =>
      val p = event.progress
      open.get(p.runId).toVector.map(s =>
        Signal.StreamProgressed(s.id, StreamFacts.done(p), StreamFacts.progress(p))
      )
    case Captured.StreamTerminated(event, time) =>
      val late = waiting.remove(event.runId).toVector.map(s => opened(s, starts.unread(s)))
      late ++ open.remove(event.runId).map(ended(_, Instant.ofEpochMilli(time), event.exception))
    case _: Captured.ApplicationEnded =>
      val late = waiting.values.toVector.map(s => opened(s, starts.unread(s)))
      waiting.clear()
      late
    case _ => Vector.empty
  }

  /** A batch of a query that is known; its plan is none where the worker's queue was full. */
  def batch(outline: QueryInfo, run: UUID, query: Option[QueryExecution]): Vector[Signal] = {
    val late = for (q <- query.toVector; s <- waiting.remove(run)) yield opened(s, starts.ofBatch(s, q))
    batches += outline.id
    late ++ open.get(run).map { stream =>
      query.foreach(show(stream, _))
      Signal.BatchStarted(outline.id, stream.id, stream.separate, stream.shown)
    }
  }

  /** None: the execution was not a batch of a stream. What scripts have emitted in it is the stream's. */
  def batchEnded(execution: Long, at: Instant): Option[Signal] =
    if (!batches.remove(execution)) None
    else {
      val (emitted, _) = extensions.emitted(execution, Set.empty)
      Some(Signal.QueryEnded(execution, at, None, None, added = emitted))
    }

  private def opened(started: Captured.StreamStarted, found: StreamingQueryStarts.Found): Signal = {
    open(started.event.runId) = found.stream
    found.signal
  }

  /** What the batch tells: rows that go to the user's own code, and datasets that the query's plan does not name. */
  private def show(stream: RunningStream, query: QueryExecution): Unit = {
    lazy val walk = starts.walk(query)
    if (stream.separate) WriteToStream.batch(query.analyzed).foreach { rows =>
      frames.replace(rows.output.map(_.exprId.id), stream.frame.getOrElse(walk.ofOutput(rows)))
    }
    if (stream.needsBatches && plans.instead(query.analyzed.getClass.getName).isEmpty) {
      val found = walk.of(query.analyzed)
      stream.shown = Some(stream.shown.fold(found)(_.union(found)))
    }
  }

  private def ended(stream: RunningStream, at: Instant, exception: Option[String]): Signal = {
    val error = exception.map(Failures.told)
    val versions = if (error.isEmpty) stream.versions() else Map.empty[DatasetId, String]
    val added = extensions.ended(stream.id, at, error, (_, _) => Vector.empty)
    Signal.QueryEnded(stream.id, at, error, None, versions, added)
  }
}

/** A streaming query that runs. `separate`: what runs inside its batches is the user's own. `needsBatches`: its own plan
  * names not all that it reads or writes; `shown` is what its batches have said so far. `frame`: the rows of a batch.
  */
final class RunningStream(
    val id: Long,
    val separate: Boolean = false,
    val needsBatches: Boolean = true,
    val frame: Option[CachedLineage] = None,
    val versions: () => Map[DatasetId, String] = () => Map.empty
) {
  var shown: Option[PlanLineage] = None // the worker's thread alone
}
