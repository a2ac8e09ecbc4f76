package io.headwater.emit.facets

import java.util.UUID

import com.fasterxml.jackson.databind.{JsonNode, ObjectMapper}
import org.scalatest.funsuite.AnyFunSuite

import io.headwater.emit.{EventSerializer, Samples}
import io.headwater.model.{EventType, SourceProgress, StreamProgress, Streaming}
import io.headwater.redaction.Redactor

class StreamingFacetSuite extends AnyFunSuite {
  private def facet(rows: Long): JsonNode = {
    val source = SourceProgress("files", Some("3"), Some("4"), rows)
    val progress = StreamProgress(4, 1, rows, None, None, Vector(source))
    val streaming = Streaming(new UUID(0, 1), new UUID(0, 2), None, None, None, Some(progress))
    val event = Samples.event(EventType.Running).copy(streaming = Some(streaming))
    val line = new EventSerializer(Samples.settings, Redactor.default).serialize(event).line
    new ObjectMapper().readTree(line).at("/run/facets/headwater_streaming")
  }

  test("the rows of a source and of all sources are there if Spark has counted them") {
    assert(facet(7).get("inputRows").asLong == 7)
    assert(facet(7).at("/sources/0/inputRows").asLong == 7)
    assert(!facet(0).has("inputRows") && !facet(0).at("/sources/0").has("inputRows"))
    assert(facet(0).at("/sources/0/endOffset").asText == "4")
  }
}
