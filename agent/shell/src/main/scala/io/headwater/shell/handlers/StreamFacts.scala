package io.headwater.shell.handlers

import java.time.{Duration, Instant}

import scala.util.Try

import org.apache.hadoop.fs.Path
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan
import org.apache.spark.sql.streaming.StreamingQueryListener.QueryStartedEvent
import org.apache.spark.sql.streaming.{StreamingQueryProgress => Progress}

import io.headwater.model.{SourceProgress, StreamProgress, Streaming}
import io.headwater.shell.naming.JobNames
import io.headwater.util.Accessors

/** A streaming query in the model's words, from what Spark tells of it. */
object StreamFacts {

  /** `query` is Spark's own object. */
  def streaming(event: QueryStartedEvent, query: Option[Accessors]): Streaming =
    Streaming(
      event.id,
      event.runId,
      Option(event.name),
      query.flatMap(text(_, "trigger")),
      query.flatMap(text(_, "outputMode"))
    )

  private def text(of: Accessors, name: String): Option[String] =
    Try(of.value[AnyRef](name).toString).toOption

  def started(event: QueryStartedEvent, otherwise: Long): Instant =
    Try(Instant.parse(event.timestamp)).getOrElse(Instant.ofEpochMilli(otherwise))

  /** When a batch was done: Spark tells when it began. */
  def done(progress: Progress): Instant = {
    val took = Option(progress.durationMs.get("triggerExecution")).fold(0L)(_.longValue)
    Try(Instant.parse(progress.timestamp)).getOrElse(Instant.now).plus(Duration.ofMillis(took))
  }

  def progress(p: Progress): StreamProgress = StreamProgress(
    batchId = p.batchId,
    batches = 1,
    inputRows = p.numInputRows,
    outputRows = Option(p.sink).map(_.numOutputRows).filter(_ >= 0), // -1: the sink does not count
    watermark = Option(p.eventTime.get("watermark")),
    sources = p.sources.toVector.map { s =>
      SourceProgress(described(s.description), Option(s.startOffset), Option(s.endOffset), s.numInputRows)
    }
  )

  /** A source without words of its own is called by its class; its number in this JVM says nothing. */
  private def described(source: String): String = source.replaceFirst("^([\\w.$]+)@[0-9a-f]+$", "$1")

  /** What a sink that is no dataset gives to the name of a query that has none: its kind and, for there may be many of it,
    * the folder that the query keeps its state in, which is the same after a restart.
    */
  def sink(query: Accessors): String = {
    val kind = JobNames.snake(query.value[AnyRef]("sink").getClass.getSimpleName)
      .replaceAll("_(sink|table|writer_table)$", "")
    val place = Try(new Path(query.value[String]("resolvedCheckpointRoot"))).toOption
    val own = place.map(_.getName).filterNot(n => n.isEmpty || n.startsWith("temporary-"))
    (kind +: own.map(JobNames.snake(_)).toVector).mkString("_")
  }

  /** What a streaming query has been started with: the plan with its sink, and the options of that. A continuous query keeps
    * neither. `logicalPlan` is not asked: it would be made, with its sources, by asking.
    */
  def plan(query: Accessors): Option[(LogicalPlan, Map[String, String])] = Try(
    query.field[LogicalPlan]("plan") -> query.field[Map[String, String]]("extraOptions")
  ).toOption

  /** What it reads, without the sink. */
  def rows(query: Accessors): LogicalPlan = query.value[LogicalPlan]("analyzedPlan")
}
