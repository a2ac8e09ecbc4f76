package io.headwater.emit.facets

import java.util.UUID

import com.fasterxml.jackson.databind.{JsonNode, ObjectMapper}
import org.scalatest.funsuite.AnyFunSuite

import io.headwater.emit.{EventSerializer, Samples}
import io.headwater.model.{EventType, JobId, RunRef, StreamBatch}
import io.headwater.redaction.Redactor

class BatchFacetSuite extends AnyFunSuite {
  private val stream = RunRef(new UUID(0, 7), JobId("ns", "app.write_to_stream.orders"))

  private def facet(kind: EventType, batch: Option[StreamBatch]): JsonNode = {
    val event = Samples.event(kind).copy(batch = batch)
    val line = new EventSerializer(Samples.settings, Redactor.default).serialize(event).line
    new ObjectMapper().readTree(line).at("/run/facets/headwater_batch")
  }

  test("each event of a run inside foreachBatch names the batch, and the run and the job of the stream") {
    for (kind <- Vector(EventType.Start, EventType.Complete)) {
      val found = facet(kind, Some(StreamBatch(stream, Some(3))))
      assert(found.get("batchId").asLong == 3)
      assert(found.at("/run/runId").asText == stream.runId.toString)
      assert(found.get("job").toString == """{"namespace":"ns","name":"app.write_to_stream.orders"}""")
    }
  }

  test("a batch without a number has none, and a run of no batch has no facet") {
    assert(!facet(EventType.Start, Some(StreamBatch(stream, None))).has("batchId"))
    assert(facet(EventType.Start, None).isMissingNode)
  }
}
