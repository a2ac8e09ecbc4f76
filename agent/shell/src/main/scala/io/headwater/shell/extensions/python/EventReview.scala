package io.headwater.shell.extensions.python

import com.fasterxml.jackson.databind.JsonNode

import io.headwater.model.{Additions, DatasetId, DatasetRenaming, ExtensionError, RunEvent}
import io.headwater.shell.extensions.ResponseReader
import io.headwater.shell.extensions.python.peers.{LiveNodes, Peer}
import io.headwater.shell.extensions.snapshot.Hook
import io.headwater.shell.json.Json
import io.headwater.util.BoundedMap

/** Lets Python extensions rename the datasets of an event, and drop some of them or the whole event. Each name is
  * sent to the namers once; the result is kept. Used on the worker thread only.
  */
final class EventReview(extensions: PythonExtensions) {
  import EventReview._
  private val names = new BoundedMap[DatasetId, DatasetId](maxNames)

  /** None if a filter drops the event. */
  def apply(event: RunEvent): Option[RunEvent] = {
    val renamed = rename(event)
    val filters = extensions.peersWith(_.filters)
    filters.foldLeft(Option(renamed)) { case (kept, (peer, hooks)) => kept.flatMap(filter(_, peer, hooks)) }
  }

  private def rename(event: RunEvent): RunEvent = {
    val unseen = DatasetRenaming.ids(event).filterNot(names.contains)
    val namers = if (unseen.isEmpty) Vector.empty else extensions.peersWith(_.namers)
    val errors = namers.flatMap { case (peer, hooks) => callNamers(event, unseen, peer, hooks) }
    val renamed = if (names.isEmpty) event else DatasetRenaming(event, nameOf)
    renamed.copy(additions = renamed.additions ++ Additions(Vector.empty, errors))
  }

  private def nameOf(id: DatasetId): DatasetId = names.get(id).getOrElse(id)

  private def callNamers(
      event: RunEvent,
      unseen: Vector[DatasetId],
      peer: Peer,
      hooks: Vector[Hook.Namer]
  ): Vector[ExtensionError] = {
    val renamedSoFar = DatasetRenaming(event, nameOf)
    review(renamedSoFar, peer, hooks, Some(extensions.tablesOf(renamedSoFar))) match {
      case Left(errors) => errors
      case Right(answer) =>
        val pairs = for {
          n <- Json.items(answer.path("names"))
          from <- ResponseReader.dataset(n.path("from")).toOption
          to <- ResponseReader.dataset(n.path("to")).toOption
        } yield from -> to
        val renamed = pairs.toMap
        unseen.foreach { id =>
          val current = nameOf(id)
          names(id) = renamed.getOrElse(current, current)
        }
        ResponseReader.errors(answer)
    }
  }

  private def filter(event: RunEvent, peer: Peer, hooks: Vector[Hook.Filter]): Option[RunEvent] =
    review(event, peer, hooks) match {
      case Left(errors) => Some(event.copy(additions = event.additions ++ Additions(Vector.empty, errors)))
      case Right(answer) if !answer.path("keep").asBoolean(true) => None
      case Right(answer) =>
        val drop = Json.items(answer.path("drop")).flatMap(ResponseReader.dataset(_).toOption).toSet
        val kept = if (drop.isEmpty) event else DatasetRenaming.without(event, drop)
        Some(kept.copy(additions = kept.additions ++ Additions(Vector.empty, ResponseReader.errors(answer))))
    }

  private def review(event: RunEvent, peer: Peer, hooks: Vector[Hook], tables: Option[JsonNode] = None) = {
    val body = Json.obj().put("kind", "review")
    body.set[JsonNode]("event", extensions.summaryOf(event))
    body.set[JsonNode]("hooks", Json.ints(hooks.map(_.id)))
    tables.foreach(body.set[JsonNode]("tables", _))
    extensions.call(peer, body, LiveNodes.none, hooks.map(_.extension).distinct)
  }
}

private object EventReview {
  val maxNames = 10000
}
