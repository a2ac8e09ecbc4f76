package io.headwater.shell.extensions.snapshot

import java.time.Instant

import scala.util.Try

import com.fasterxml.jackson.databind.JsonNode
import com.fasterxml.jackson.databind.node.ObjectNode
import org.apache.spark.sql.streaming.{
  SinkProgress,
  SourceProgress,
  StateOperatorProgress,
  StreamingQueryProgress
}

import io.headwater.shell.json.Json
import io.headwater.util.Accessors

/** Converts the progress of a streaming query to JSON. What Spark does not know is left out.
  *
  * @param text
  *   redacts a text and bounds its length
  */
private[snapshot] final class StreamSubjects(values: NodeValues, text: String => String) {

  def fill(p: StreamingQueryProgress, out: ObjectNode): Unit = {
    out.put("id", p.id.toString).put("runId", p.runId.toString).put("batchId", p.batchId)
      .put("batchDuration", p.batchDuration).put("numInputRows", p.numInputRows)
    Option(p.name).foreach(n => out.put("name", text(n)))
    Try(Instant.parse(p.timestamp)).foreach(t => out.put("timestamp", t.toEpochMilli))
    rate(out, "inputRowsPerSecond", p.inputRowsPerSecond)
    rate(out, "processedRowsPerSecond", p.processedRowsPerSecond)
    out.set[JsonNode]("durationMs", values.of(p.durationMs))
    out.set[JsonNode]("eventTime", values.of(p.eventTime))
    out.set[JsonNode]("sources", Json.array(p.sources.toVector.take(StreamSubjects.maxEntries).map(source)))
    Option(p.sink).foreach(s => out.set[JsonNode]("sink", sink(s)))
    val states = p.stateOperators.toVector.take(StreamSubjects.maxEntries)
    out.set[JsonNode]("stateOperators", Json.array(states.map(state)))
    val observed = Json.obj()
    p.observedMetrics.forEach { (name, row) =>
      observed.set[JsonNode](text(name), values.of(row.schema.fieldNames.toSeq.zip(row.toSeq).toMap))
      ()
    }
    out.set[JsonNode]("observedMetrics", observed)
    ()
  }

  private def source(s: SourceProgress): ObjectNode = {
    val out = Json.obj().put("description", text(s.description)).put("numInputRows", s.numInputRows)
    offset(out, "startOffset", s.startOffset)
    offset(out, "endOffset", s.endOffset)
    offset(out, "latestOffset", s.latestOffset)
    rate(out, "inputRowsPerSecond", s.inputRowsPerSecond)
    rate(out, "processedRowsPerSecond", s.processedRowsPerSecond)
    out.set[ObjectNode]("metrics", values.of(s.metrics))
  }

  private def sink(s: SinkProgress): ObjectNode = {
    val out = Json.obj().put("description", text(s.description))
    if (s.numOutputRows >= 0) out.put("numOutputRows", s.numOutputRows) // -1: the sink does not count
    val metrics = new Accessors(s).ifPresent[java.util.Map[String, String]]("metrics") // from Spark 3.4 on
    metrics.foreach(m => out.set[JsonNode]("metrics", values.of(m)))
    out
  }

  private def state(s: StateOperatorProgress): ObjectNode = Json.obj()
    .put("operatorName", s.operatorName)
    .put("numRowsTotal", s.numRowsTotal)
    .put("numRowsUpdated", s.numRowsUpdated)
    .put("numRowsRemoved", s.numRowsRemoved)
    .put("numRowsDroppedByWatermark", s.numRowsDroppedByWatermark)
    .put("memoryUsedBytes", s.memoryUsedBytes)

  private def offset(out: ObjectNode, name: String, value: String): Unit =
    Option(value).foreach(v => out.put(name, text(v)))

  /** Spark has no rate before the second batch. */
  private def rate(out: ObjectNode, name: String, value: Double): Unit =
    if (!value.isNaN && !value.isInfinite) { out.put(name, value); () }
}

private object StreamSubjects {
  val maxEntries = 100
}
