package io.headwater.model

import java.util.UUID

/** A run of a streaming query.
  *
  * @param queryId
  *   Spark's id of the query; it stays the same after a restart from a checkpoint
  * @param runId
  *   Spark's id of the run; each restart gets a new one
  * @param progress
  *   none before the end of the first batch
  */
final case class Streaming(
    queryId: UUID,
    runId: UUID,
    name: Option[String] = None,
    trigger: Option[String] = None,
    outputMode: Option[String] = None,
    progress: Option[StreamProgress] = None
) {
  def withBatch(batch: StreamProgress): Streaming =
    copy(progress = Some(progress.fold(batch)(_ + batch)))
}

/** The batch of a streaming query whose `foreachBatch` has started a run.
  *
  * @param stream
  *   the run of the streaming query
  * @param batchId
  *   none if Spark has not told it
  */
final case class StreamBatch(stream: RunRef, batchId: Option[Long])

/** The progress of the batches since the start of the run. All counts and offsets cover the whole run, so that nothing
  * is lost if an event is not sent.
  *
  * @param outputRows
  *   none if no sink has reported its rows
  */
final case class StreamProgress(
    batchId: Long,
    batches: Long,
    inputRows: Long,
    outputRows: Option[Long],
    watermark: Option[String],
    sources: Vector[SourceProgress]
) {

  /** The progress of these batches and of later ones. */
  def +(later: StreamProgress): StreamProgress = StreamProgress(
    later.batchId,
    batches + later.batches,
    inputRows + later.inputRows,
    Statistics.sum(outputRows, later.outputRows),
    later.watermark.orElse(watermark),
    if (later.sources.size != sources.size) later.sources
    else sources.zip(later.sources).map { case (a, b) => a + b }
  )

  /** The rows of all sources. None if Spark has counted none of a source whose offset has changed. */
  def countedRows: Option[Long] =
    if (inputRows == 0 && sources.exists(_.countedRows.isEmpty)) None else Some(inputRows)

  /** Whether data moved. Spark does not count the rows of every batch, so offsets that advance show it, too. */
  def hasMoved: Boolean = inputRows > 0 || outputRows.exists(_ > 0) || sources.exists(_.hasAdvanced)
}

/** The progress of one source. Offsets are in the source's own format.
  *
  * @param startOffset
  *   none if the source is read from its beginning
  */
final case class SourceProgress(
    description: String,
    startOffset: Option[String],
    endOffset: Option[String],
    inputRows: Long
) {

  /** Whether it has read on from an earlier offset. Where it begins, there may be no data yet. */
  def hasAdvanced: Boolean = startOffset.exists(start => endOffset.exists(_ != start))

  /** The rows of the source. None if its offset has changed and there are no rows: Spark before 4.0 says 0 of a batch whose
    * rows it could not count.
    */
  def countedRows: Option[Long] = if (inputRows == 0 && endOffset != startOffset) None else Some(inputRows)

  def +(later: SourceProgress): SourceProgress =
    SourceProgress(
      later.description,
      startOffset,
      later.endOffset.orElse(endOffset),
      inputRows + later.inputRows
    )
}
