package io.headwater.model

import java.util.UUID

/** A streaming query as its run tells of it. `queryId` is Spark's, the same after each restart from a checkpoint; `runId` is
  * Spark's, too, and new each time. `progress` is none before the first batch has ended.
  */
final case class Streaming(
    queryId: UUID,
    runId: UUID,
    name: Option[String] = None,
    trigger: Option[String] = None,
    outputMode: Option[String] = None,
    progress: Option[StreamProgress] = None
) {
  def after(batch: StreamProgress): Streaming = copy(progress = Some(progress.fold(batch)(_.and(batch))))
}

/** What batches have done since the run began: all counts and offsets are of the whole run, so that an event which is
  * held back takes nothing with it. `outputRows` is none where no sink has counted.
  */
final case class StreamProgress(
    batchId: Long,
    batches: Long,
    inputRows: Long,
    outputRows: Option[Long],
    watermark: Option[String],
    sources: Vector[SourceProgress]
) {

  def and(later: StreamProgress): StreamProgress = StreamProgress(
    later.batchId,
    batches + later.batches,
    inputRows + later.inputRows,
    Statistics.sum(outputRows, later.outputRows),
    later.watermark.orElse(watermark),
    if (later.sources.size != sources.size) later.sources
    else sources.zip(later.sources).map { case (a, b) => a.and(b) }
  )

  /** Whether anything went through. */
  def moved: Boolean = inputRows > 0 || outputRows.exists(_ > 0)
}

/** How far one source has been read; offsets in the source's own words. Without a `startOffset` it is read from its beginning. */
final case class SourceProgress(
    description: String,
    startOffset: Option[String],
    endOffset: Option[String],
    inputRows: Long
) {
  def and(later: SourceProgress): SourceProgress =
    SourceProgress(
      later.description,
      startOffset,
      later.endOffset.orElse(endOffset),
      inputRows + later.inputRows
    )
}
