package io.headwater.shell.python.answers

import com.fasterxml.jackson.databind.JsonNode

import io.headwater.model._
import io.headwater.shell.python.peers.{Live, Peer}
import io.headwater.shell.python.{Json, PythonExtensions}

/** Lets Python rename an event's datasets, and drop some of them or the whole event. A name is asked for once, then
  * remembered. On the worker's thread only.
  */
final class Review(extensions: PythonExtensions) {
  private val names = new Newest[DatasetId, DatasetId](10000)

  /** None: the event is not wanted. */
  def apply(event: RunEvent): Option[RunEvent] = {
    val named = rename(event)
    val filters = extensions.having(_.filters)
    filters.foldLeft(Option(named)) { case (kept, (peer, hooks)) => kept.flatMap(filter(_, peer, hooks)) }
  }

  private def rename(event: RunEvent): RunEvent = {
    val unseen = Renaming.ids(event).filterNot(names.contains)
    val asked = if (unseen.isEmpty) Vector.empty else extensions.having(_.namers)
    val errors = asked.flatMap { case (peer, hooks) => name(event, unseen, peer, hooks) }
    val renamed = if (names.isEmpty) event else Renaming(event, known)
    renamed.copy(additions = renamed.additions ++ Additions(Vector.empty, errors))
  }

  private def known(id: DatasetId): DatasetId = names.get(id).getOrElse(id)

  private def name(
      event: RunEvent,
      unseen: Vector[DatasetId],
      peer: Peer,
      hooks: Vector[Hook.Namer]
  ): Vector[ExtensionError] = {
    val shown = Renaming(event, known)
    review(shown, peer, hooks) match {
      case Left(errors) => errors
      case Right(answer) =>
        val said = for {
          n <- Json.items(answer.path("names"))
          from <- Answer.dataset(n.path("from")).toOption
          to <- Answer.dataset(n.path("to")).toOption
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
        val drop = Json.items(answer.path("drop")).flatMap(Answer.dataset(_).toOption).toSet
        val kept = if (drop.isEmpty) event else Renaming.without(event, drop)
        Some(kept.copy(additions = kept.additions ++ Additions(Vector.empty, errors(answer))))
    }

  private def review(event: RunEvent, peer: Peer, hooks: Vector[Hook]) = {
    val body = Json.obj().put("kind", "review")
    body.set[JsonNode]("event", extensions.about(event))
    body.set[JsonNode]("hooks", Json.ints(hooks.map(_.id)))
    extensions.answered(peer, body, Live.nothing, hooks.map(_.extension).distinct)
  }

  private def errors(answer: JsonNode): Vector[ExtensionError] = Answer.read(answer, Hooks.none).errors
}
