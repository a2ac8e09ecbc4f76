package io.headwater.shell.extensions.snapshot

import com.fasterxml.jackson.databind.JsonNode
import com.fasterxml.jackson.databind.node.ObjectNode

import io.headwater.model.{AddedFacet, DatasetId, DatasetRenaming, JobId, RunEvent}
import io.headwater.redaction.{BoundedRedaction, Redactor}
import io.headwater.shell.json.Json

/** The request to one Python process for an event (docs/python-bridge.md, "A request"): the nodes that its visitors
  * visit, and the Spark objects that its builders are called with.
  */
final class Request(hooks: Hooks, nodes: Option[Nodes], allSubjects: => Vector[Subject]) {
  private val matching = nodes.fold(Vector.empty[(Int, Vector[Hook.Visitor])])(_.matching(hooks.visitors))
  private val always = hooks.builders.filter(_.subjects.isEmpty)
  private val subjects =
    if (hooks.builders.size == always.size) Vector.empty
    else
      allSubjects.map(s => s -> hooks.builders.filter(_.subjects.exists(_.matches(s)))).filter(_._2.nonEmpty)

  def isEmpty: Boolean = matching.isEmpty && subjects.isEmpty && always.isEmpty

  /** The names of the extensions that the request calls. */
  def extensions: Vector[String] =
    (matching.flatMap(_._2) ++ subjects.flatMap(_._2) ++ always).map(_.extension).distinct

  /** The request without its id and its time budget. */
  def json(summary: ObjectNode, values: NodeValues): ObjectNode = {
    val body = Json.obj().put("kind", "event")
    body.set[JsonNode]("event", summary)
    val snapshots = for ((i, visitors) <- matching; n <- nodes) yield n.snapshot(i, visitors, values)
    body.set[JsonNode]("nodes", Json.array(snapshots))
    body.set[JsonNode]("subjects", Json.array(subjects.map { case (s, builders) => entry(s, builders) }))
    body.set[ObjectNode]("always", Json.ints(always.map(_.id)))
  }

  private def entry(subject: Subject, builders: Vector[Hook.Builder]): ObjectNode = {
    val out = Json.obj().put("type", subject.kind).put("class", subject.about.getClass.getName)
    out.set[JsonNode]("hooks", Json.ints(builders.map(_.id)))
    out.set[ObjectNode]("value", subject.value())
  }
}

/** The event in a request. It is redacted. */
final class EventSummary(redactor: Redactor) {

  def of(event: RunEvent, executionId: Option[Long]): ObjectNode = {
    val out = Json.obj()
      .put("type", event.eventType.name)
      .put("time", event.time.toString)
      .put("runId", event.run.runId.toString)
      .put("jobType", event.jobType.name)
    executionId.foreach(out.put("executionId", _))
    out.set[JsonNode]("job", named(event.run.job.namespace, event.run.job.name))
    out.set[JsonNode](
      "application",
      Json.obj().put("id", event.application.id).put("name", redactor.text(event.application.name))
    )
    out.set[JsonNode]("inputs", datasets(event.lineage.sources.map(_.id)))
    out.set[JsonNode]("outputs", datasets(event.lineage.sinks.map(_.dataset.id)))
    event.sql.foreach(s => out.put("sql", redactor.sql(s)))
    event.error.foreach(e => out.put("error", BoundedRedaction.message(e.message)(redactor.message)))
    val properties = Json.obj()
    redactor.properties(event.properties).foreach { case (k, v) => properties.put(k, v) }
    out.set[ObjectNode]("properties", properties)
  }

  /** The places in catalogs of those datasets that are in one. */
  def tables(event: RunEvent): JsonNode = {
    val all = event.lineage.sources ++ event.lineage.sinks.map(_.dataset)
    val ofId = all.filter(_.hierarchy.nonEmpty).map(d => d.id -> d.hierarchy).toMap
    Json.array(ofId.map { case (id, levels) =>
      val names = levels.map(l => Json.obj().put("type", l.kind.name).put("name", redactor.name(l.name)))
      named(id.namespace, id.name).set[ObjectNode]("levels", Json.array(names))
    })
  }

  /** The name of a dataset as extensions see it. */
  def redacted(id: DatasetId): DatasetId = DatasetId(
    redactor.name(id.namespace),
    if (Redactor.hasPaths(id.namespace)) redactor.path(id.name) else redactor.name(id.name)
  )

  /** The name of a job as extensions see it. */
  def redacted(id: JobId): JobId = {
    val dataset = redacted(DatasetId(id.namespace, id.name))
    JobId(dataset.namespace, dataset.name)
  }

  def jobs(ids: Vector[JobId]): JsonNode =
    Json.array(ids.distinct.map(id => named(id.namespace, id.name)))

  /** The facets with the event's own names of the datasets that their extensions have named as they see them. */
  def unredacted(facets: Vector[AddedFacet], event: RunEvent): Vector[AddedFacet] =
    if (facets.isEmpty || facets.forall(_.dataset.isEmpty)) facets
    else {
      val ids = DatasetRenaming.ids(event)
      val original = ids.map(id => redacted(id) -> id).toMap -- ids
      facets.map(f => f.copy(dataset = f.dataset.map(id => original.getOrElse(id, id))))
    }

  def datasets(ids: Vector[DatasetId]): JsonNode =
    Json.array(ids.distinct.map(id => named(id.namespace, id.name)))

  private def named(namespace: String, name: String): ObjectNode = {
    val id = redacted(DatasetId(namespace, name))
    Json.obj().put("namespace", id.namespace).put("name", id.name)
  }
}
