package io.headwater.shell.handlers

import java.time.{Duration, Instant}
import java.util.UUID

import scala.util.Try

import org.apache.hadoop.fs.Path
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan
import org.apache.spark.sql.streaming.{StreamingQueryProgress => Progress}

import io.headwater.model.{SourceProgress, StreamProgress, Streaming}
import io.headwater.shell.capture.StreamInfo
import io.headwater.shell.naming.JobNames
import io.headwater.util.{Accessors, ClassNames}

/** Converts Spark's descriptions of streaming queries to the model. */
object StreamFacts {

  /** @param query Spark's own object of the streaming query */
  def streaming(info: StreamInfo, query: Option[Accessors]): Streaming =
    Streaming(
      info.execution.queryId,
      info.execution.runId,
      info.name,
      query.flatMap(text(_, "trigger")),
      query.flatMap(text(_, "outputMode"))
    )

  private def text(of: Accessors, name: String): Option[String] =
    Try(of.value[AnyRef](name).toString).toOption

  /** Whether the progress is that of a batch. Before Spark 3.5, a query that waits for data has progress, too: with the number
    * of the next batch, and without the time that a batch takes. A continuous query has no triggers.
    */
  def isOfBatch(progress: Progress): Boolean = {
    val durations = progress.durationMs
    durations.containsKey("addBatch") || !durations.containsKey("triggerExecution")
  }

  /** When a batch was completed. Spark reports when it began, and its duration. */
  def completedAt(progress: Progress): Instant = {
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

  /** A source without a description has its class name and hash code; the hash code is removed. */
  private def described(source: String): String = source.replaceFirst("^([\\w.$]+)@[0-9a-f]+$", "$1")

  /** The name of a sink that is no dataset, for the job name of a query without a name. It consists of the sink's kind
    * and the last two folders of its checkpoint, as those of an output. They are the same after a restart, but for the folders
    * that Spark makes for queries without a checkpoint of their own.
    */
  def sinkName(query: Accessors): String = {
    val kind = JobNames.snakeCase(ClassNames.simple(query.value[AnyRef]("sink")))
      .replaceAll("_(sink|table|writer_table)$", "")
    val root = Try(new Path(query.value[String]("resolvedCheckpointRoot"))).toOption
    val folders = root.toVector.flatMap(_.toUri.getPath.split('/')).filter(_.nonEmpty)
    val own = if (folders.lastOption.exists(isOfOneStart)) Vector.empty else folders.takeRight(2)
    (kind +: own.map(JobNames.snakeCase(_))).mkString("_")
  }

  /** Whether Spark has made the name of a checkpoint for one start of a query. */
  private def isOfOneStart(folder: String): Boolean =
    folder.startsWith("temporary-") || Try(UUID.fromString(folder)).isSuccess

  /** The plan that a streaming query was started with, including the sink, and the options of the sink. A continuous
    * query keeps neither. `logicalPlan` is not used: reading this lazy value creates the sources.
    */
  def plan(query: Accessors): Option[(LogicalPlan, Map[String, String])] = Try(
    query.field[LogicalPlan]("plan") -> query.field[Map[String, String]]("extraOptions")
  ).toOption

  /** The plan of the rows that a streaming query writes, without the sink. */
  def rows(query: Accessors): LogicalPlan = query.value[LogicalPlan]("analyzedPlan")
}
