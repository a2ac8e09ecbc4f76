package io.headwater.emit.facets

import io.headwater.model.{SourceProgress, StreamProgress, Streaming}
import io.headwater.util.JavaCollections
import io.openlineage.client.OpenLineage.RunFacet

/** `headwater_streaming`: the streaming query of a run, and its progress since the start of the run.
  *
  * {{{{"queryId": "…", "runId": "…", "name": "orders", "batchId": 7, "batches": 8, "inputRows": 120,
  *    "sources": [{"description": "…", "startOffset": "…", "endOffset": "…", "inputRows": 120}]}}}}
  */
object StreamingFacet {

  /** A longer offset is omitted: a topic may have thousands of partitions. */
  private val maxOffsetLength = 20000

  def apply(settings: EventSettings, streaming: Option[Streaming]): Option[RunFacet] = streaming.map { s =>
    val optional = Vector("name" -> s.name, "trigger" -> s.trigger, "outputMode" -> s.outputMode).collect {
      case (k, Some(v)) => k -> v
    }
    val ids = Vector[(String, Any)]("queryId" -> s.queryId.toString, "runId" -> s.runId.toString)
    CustomFacet(settings, ids ++ optional ++ s.progress.toVector.flatMap(progress))
  }

  private def progress(p: StreamProgress): Vector[(String, Any)] =
    Vector("batchId" -> p.batchId, "batches" -> p.batches) ++ p.countedRows.map("inputRows" -> _) ++
      p.outputRows.map("outputRows" -> _) ++ p.watermark.map("watermark" -> _) :+
      "sources" -> JavaCollections.list(p.sources.map(source))

  private def source(s: SourceProgress) = {
    val offsets = Vector("startOffset" -> s.startOffset, "endOffset" -> s.endOffset).collect {
      case (k, Some(v)) if v.length <= maxOffsetLength => k -> v
    }
    JavaCollections.map[Any](
      Vector[(String, Any)]("description" -> s.description) ++ s.countedRows.map("inputRows" -> _) ++ offsets
    )
  }
}
