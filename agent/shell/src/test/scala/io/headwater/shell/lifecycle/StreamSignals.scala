package io.headwater.shell.lifecycle

import java.time.{Duration, Instant}
import java.util.UUID

import io.headwater.model.{
  Application,
  Dataset,
  DatasetId,
  JobId,
  JobType,
  PlanLineage,
  RunError,
  RunEvent,
  RunRef,
  Sink,
  SourceProgress,
  StreamProgress,
  Streaming
}
import io.headwater.shell.lifecycle.SparkExecution.Query

/** Signals of streaming queries, their batches and what runs in them, and the events that they give. */
private[lifecycle] trait StreamSignals {
  def at(second: Long): Instant = Instant.ofEpochSecond(second)
  def id(n: Long): UUID = new UUID(0, n)
  def stream(n: Long) = SparkExecution.StreamingQuery(id(n), id(n + 100))

  val application = Application("app-1", "App", "4.0.0", "local")
  val begin =
    Signal.ApplicationStarted(at(0), RunRef(id(1000), JobId("default", "app")), application, Map.empty, None)
  val end = Signal.ApplicationEnded(at(99), None, Map.empty)

  def writes(name: String) = PlanLineage(sinks = Vector(Sink(Dataset(DatasetId("file", name)))))

  def started(
      execution: SparkExecution,
      root: SparkExecution,
      runId: UUID,
      name: String,
      lineage: PlanLineage,
      streaming: Option[Streaming] = None
  ) =
    Signal.RunStarted(
      execution,
      root,
      at(10),
      runId,
      JobId("default", s"app.$name"),
      JobType.sql,
      lineage,
      None,
      reported = true,
      streaming = streaming
    )

  def query(n: Long, root: Long, lineage: PlanLineage = writes("/inner")) =
    started(Query(n), Query(root), id(n), n.toString, lineage)
  def begun(n: Long, lineage: PlanLineage = PlanLineage()) =
    started(stream(n), stream(n), id(2000 + n), s"stream$n", lineage, Some(Streaming(id(n), id(n))))
  def batch(n: Long, of: Long, foreachBatch: Boolean = false) =
    Signal.BatchStarted(Query(n), stream(of), foreachBatch, batchId = Some(n + 70))
  def ended(n: Long): Signal.RunEnded = ended(Query(n))
  def ended(execution: SparkExecution, error: Option[RunError] = None) =
    Signal.RunEnded(execution, at(50), error, None)

  def progress(of: Long, second: Long, rows: Long, batchId: Long = 0) = {
    val source =
      SourceProgress("s", if (batchId == 0) None else Some(s"$batchId"), Some(s"${batchId + 1}"), rows)
    val counts = StreamProgress(batchId, 1, rows, Some(rows), None, Vector(source))
    Signal.StreamProgressed(stream(of), at(second), counts)
  }

  def run(every: Duration, signals: Signal*): Vector[RunEvent] =
    signals.foldLeft((Runs(runningEvery = every), Vector.empty[RunEvent])) { case ((state, sent), signal) =>
      val (next, events) = state(signal)
      (next, sent ++ events)
    }._2

  def run(signals: Signal*): Vector[RunEvent] = run(Duration.ZERO, signals: _*)

  def summaries(events: Vector[RunEvent]): Vector[String] =
    events.map(e => s"${e.eventType.name} ${e.run.job.name}")
}
