package io.headwater.shell.extensions.snapshot

import com.fasterxml.jackson.databind.JsonNode
import com.fasterxml.jackson.databind.node.ObjectNode

import io.headwater.model.{DatasetId, RunEvent}
import io.headwater.redaction.Redactor
import io.headwater.shell.json.Json

/** The event at hand as a request tells of it; nothing secret is in it. */
final class Summary(redactor: Redactor) {

  def of(event: RunEvent, executionId: Option[Long]): ObjectNode = {
    val out = Json.obj()
      .put("type", event.eventType.name)
      .put("time", event.time.toString)
      .put("runId", event.run.runId.toString)
      .put("jobType", event.jobType.name)
    executionId.foreach(out.put("executionId", _))
    out.set[JsonNode](
      "job",
      dataset(redactor.name(event.run.job.namespace), redactor.name(event.run.job.name))
    )
    out.set[JsonNode](
      "application",
      Json.obj().put("id", event.application.id).put("name", redactor.text(event.application.name))
    )
    out.set[JsonNode]("inputs", ids(event.lineage.sources.map(_.id)))
    out.set[JsonNode]("outputs", ids(event.lineage.sinks.map(_.dataset.id)))
    event.sql.foreach(s => out.put("sql", redactor.sql(s)))
    event.error.foreach(e => out.put("error", redactor.message(e.message)))
    val properties = Json.obj()
    redactor.properties(event.properties).foreach { case (k, v) => properties.put(k, v) }
    out.set[ObjectNode]("properties", properties)
  }

  private def ids(all: Vector[DatasetId]): JsonNode =
    Json.array(all.distinct.map(id => dataset(redactor.name(id.namespace), redactor.name(id.name))))

  private def dataset(namespace: String, name: String): ObjectNode =
    Json.obj().put("namespace", namespace).put("name", name)
}
