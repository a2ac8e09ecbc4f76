package io.headwater.shell.extensions.python

import com.fasterxml.jackson.databind.JsonNode

import io.headwater.model.{Additions, DatasetId, DatasetRenaming, ExtensionError, RunEvent}
import io.headwater.shell.extensions.ExtensionResponse
import io.headwater.shell.extensions.python.peers.{LiveNodes, Peer}
import io.headwater.shell.extensions.snapshot.{Hook, Hooks}
import io.headwater.shell.json.Json
import io.headwater.util.BoundedMap

/** Lets Python rename an event's datasets, and drop some of them or the whole event. A name is asked for once, then
  * remembered. On the worker's thread only.
  */
final class EventReview(extensions: PythonExtensions) {
  private val names = new BoundedMap[DatasetId, DatasetId](10000)

  /** None: the event is not wanted. */
  def apply(event: RunEvent): Option[RunEvent] = {
    val named = rename(event)
    val filters = extensions.having(_.filters)
    filters.foldLeft(Option(named)) { case (kept, (peer, hooks)) => kept.flatMap(filter(_, peer, hooks)) }
  }

  private def rename(event: RunEvent): RunEvent = {
    val unseen = DatasetRenaming.ids(event).filterNot(names.contains)
    val asked = if (unseen.isEmpty) Vector.empty else extensions.having(_.namers)
    val errors = asked.flatMap { case (peer, hooks) => name(event, unseen, peer, hooks) }
    val renamed = if (names.isEmpty) event else DatasetRenaming(event, known)
    renamed.copy(additions = renamed.additions ++ Additions(Vector.empty, errors))
  }

  private def known(id: DatasetId): DatasetId = names.get(id).getOrElse(id)

  private def name(
      event: RunEvent,
      unseen: Vector[DatasetId],
      peer: Peer,
      hooks: Vector[Hook.Namer]
  ): Vector[ExtensionError] = {
    val shown = DatasetRenaming(event, known)
    review(shown, peer, hooks) match {
      case Left(errors) => errors
      case Right(answer) =>
        val said = for {
          n <- Json.items(answer.path("names"))
          from <- ExtensionResponse.dataset(n.path("from")).toOption
          to <- ExtensionResponse.dataset(n.path("to")).toOption
        } yield from -> to
        val renamed = said.toMap
        unseen.foreach { id =>
          val now = known(id)
          names(id) = renamed.getOrElse(now, now)
        }
        errors(answer)
    }
  }

  private def filter(event: RunEvent, peer: Peer, hooks: Vector[Hook.Filter]): Option[RunEvent] =
    review(event, peer, hooks) match {
      case Left(errors) => Some(event.copy(additions = event.additions ++ Additions(Vector.empty, errors)))
      case Right(answer) if !answer.path("keep").asBoolean(true) => None
      case Right(answer) =>
        val drop = Json.items(answer.path("drop")).flatMap(ExtensionResponse.dataset(_).toOption).toSet
        val kept = if (drop.isEmpty) event else DatasetRenaming.without(event, drop)
        Some(kept.copy(additions = kept.additions ++ Additions(Vector.empty, errors(answer))))
    }

  private def review(event: RunEvent, peer: Peer, hooks: Vector[Hook]) = {
    val body = Json.obj().put("kind", "review")
    body.set[JsonNode]("event", extensions.about(event))
    body.set[JsonNode]("hooks", Json.ints(hooks.map(_.id)))
    extensions.answered(peer, body, LiveNodes.nothing, hooks.map(_.extension).distinct)
  }

  private def errors(answer: JsonNode): Vector[ExtensionError] =
    ExtensionResponse.read(answer, Hooks.none).errors
}
