package io.headwater.shell.extensions.snapshot

import com.fasterxml.jackson.databind.JsonNode
import com.fasterxml.jackson.databind.node.ObjectNode

import io.headwater.shell.json.Json

/** What one peer is asked of an event: the nodes that its visitors want, and what has happened that its builders want. */
final class Request(hooks: Hooks, nodes: Option[Nodes], happened: => Vector[Subject]) {
  private val matching = nodes.fold(Vector.empty[(Int, Vector[Hook.Visitor])])(_.matching(hooks.visitors))
  private val always = hooks.builders.filter(_.subjects.isEmpty)
  private val subjects =
    if (hooks.builders.size == always.size) Vector.empty
    else happened.map(s => s -> interested(s)).filter(_._2.nonEmpty)

  def isEmpty: Boolean = matching.isEmpty && subjects.isEmpty && always.isEmpty

  /** The names of all that are asked. */
  def extensions: Vector[String] =
    (matching.flatMap(_._2) ++ subjects.flatMap(_._2) ++ always).map(_.extension).distinct

  /** In the form of docs/python-bridge.md, but for the number and the time that the peer has. */
  def json(about: ObjectNode, values: NodeValues): ObjectNode = {
    val body = Json.obj().put("kind", "event")
    body.set[JsonNode]("event", about)
    val shown = for ((i, visitors) <- matching; n <- nodes) yield n.snapshot(i, visitors, values)
    body.set[JsonNode]("nodes", Json.array(shown))
    body.set[JsonNode]("subjects", Json.array(subjects.map { case (s, builders) => entry(s, builders) }))
    body.set[ObjectNode]("always", Json.ints(always.map(_.id)))
  }

  private def interested(subject: Subject): Vector[Hook.Builder] =
    hooks.builders.filter(_.subjects.exists(w =>
      w.subject == subject.kind && w.of.forall(_.matchesKind(subject.about.getClass))
    ))

  private def entry(subject: Subject, builders: Vector[Hook.Builder]): ObjectNode = {
    val out = Json.obj().put("type", subject.kind).put("class", subject.about.getClass.getName)
    out.set[JsonNode]("hooks", Json.ints(builders.map(_.id)))
    out.set[ObjectNode]("value", subject.value())
  }
}
