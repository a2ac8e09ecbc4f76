package io.headwater.shell.capture

import java.time.Instant
import java.util.UUID

import scala.util.Try

import org.apache.spark.sql.streaming.StreamingQueryListener.QueryStartedEvent

import io.headwater.shell.lifecycle.SparkExecution
import io.headwater.util.Accessors

/** A run of a streaming query.
  *
  * @param tags
  *   those of the thread that has started it; from Spark 4.1 on, and only if its start is heard of
  */
final case class StreamInfo(
    execution: SparkExecution.StreamingQuery,
    name: Option[String],
    start: Instant,
    tags: Set[String] = Set.empty
)

object StreamInfo {
  def of(event: QueryStartedEvent): StreamInfo = {
    val optional = new Accessors(event)
    StreamInfo(
      SparkExecution.StreamingQuery(event.id, event.runId),
      Option(event.name),
      time(event.timestamp),
      if (optional.has("jobTags")) optional.value[Set[String]]("jobTags") else Set.empty
    )
  }

  /** A streaming query that runs, and that shows itself first by its progress or by a batch: its start was dropped. */
  def runningIn(captured: Captured): Option[StreamRun] = captured match {
    case Captured.StreamProgressed(event) =>
      Some(StreamRun(event.progress.runId, time(event.progress.timestamp)))
    case Captured.QueryStarted(event, Some(query), _) =>
      ActiveStreams.runIdOfBatch(query).map(StreamRun(_, Instant.ofEpochMilli(event.time)))
    case Captured.ReducedStart(info) => info.streamRunId.map(StreamRun(_, info.start))
    case _ => None
  }

  private def time(text: String): Instant = Try(Instant.parse(text)).getOrElse(Instant.now)
}

/** A run of a streaming query of which only the id is known.
  *
  * @param at when it certainly ran
  */
final case class StreamRun(runId: UUID, at: Instant) {

  /** Its start, as Spark's own object of it tells; `None` if it has ended. */
  def start: Option[Captured.StreamStarted] = for {
    query <- ActiveStreams.ofRunId(runId)
    known <- Try(new Accessors(query)).toOption
    queryId <- Try(known.value[UUID]("id")).toOption
    name = Try(Option(known.value[String]("name"))).toOption.flatten
  } yield Captured.StreamStarted(
    StreamInfo(SparkExecution.StreamingQuery(queryId, runId), name, at),
    Some(query)
  )
}
