package io.headwater.shell.extensions.python

import java.util.UUID

import com.fasterxml.jackson.databind.JsonNode

import io.headwater.model.{
  Additions,
  DatasetId,
  DatasetRenaming,
  ExtensionError,
  JobId,
  JobRenaming,
  JobType,
  RunEvent
}
import io.headwater.shell.extensions.ResponseReader
import io.headwater.shell.extensions.python.peers.{LiveNodes, Peer}
import io.headwater.shell.extensions.snapshot.Hook
import io.headwater.shell.json.Json
import io.headwater.util.BoundedMap

/** Lets Python extensions rename the job and the datasets of an event, and drop some of the datasets or the whole event.
  * Each name is sent to the namers once; the result is kept. Used on the worker thread only.
  *
  * @param required
  *   the extensions without which no event may be sent
  */
final class EventReview(extensions: PythonExtensions, required: Set[String]) {
  import EventReview._
  private val names = new BoundedMap[DatasetId, DatasetId](maxNames)
  private val jobs = new BoundedMap[JobId, JobId](maxNames)
  private val needed = new RequiredExtensions(required)
  private var application = Option.empty[UUID]

  def apply(event: RunEvent): Reviewed = {
    if (event.jobType == JobType.application) application = Some(event.run.runId)
    val connected = extensions.connected
    needed.missing(connected) match {
      case Some(name) => Reviewed.Waiting(s"the required extension $name is not there")
      case None if connected.isEmpty && jobs.isEmpty && names.isEmpty => Reviewed.Kept(event)
      case None => review(event)
    }
  }

  private def review(event: RunEvent): Reviewed = {
    val reviewed = renameJob(event).flatMap(rename).flatMap { renamed =>
      extensions.peersWith(_.filters).foldLeft[Either[Reviewed, RunEvent]](Right(renamed)) {
        case (kept, (peer, hooks)) => kept.flatMap(filter(_, peer, hooks))
      }
    }
    reviewed.fold(identity, Reviewed.Kept(_))
  }

  /** A job whose namer does not answer keeps its name until the application ends, because all events of a run need the
    * same one.
    */
  private def renameJob(event: RunEvent): Either[Reviewed, RunEvent] = {
    val renaming = new JobRenaming(application)
    val unseen = renaming.ids(event).filterNot(jobs.contains)
    val namers = if (unseen.isEmpty) Vector.empty else extensions.peersWith(_.jobNamers)
    val start = Renamed[JobId](unseen.map(id => id -> id).toMap)
    val done = namers.foldLeft[Either[Reviewed, Renamed[JobId]]](Right(start)) {
      case (state, (peer, hooks)) =>
        state.flatMap { s =>
          val current = summary(s.names.values.toVector)
          call(event, peer, hooks, Some("jobs" -> current)).map(s.after(_, "jobs", job))
        }
    }
    done.map { result =>
      if (namers.nonEmpty) result.names.foreach { case (from, to) => jobs(from) = to }
      withErrors(renaming(event, id => jobs.get(id).getOrElse(id)), result.errors)
    }
  }

  private def rename(event: RunEvent): Either[Reviewed, RunEvent] = {
    val unseen = DatasetRenaming.ids(event).filterNot(names.contains)
    val namers = if (unseen.isEmpty) Vector.empty else extensions.peersWith(_.namers)
    def renamed(by: Map[DatasetId, DatasetId]) =
      if (names.isEmpty && by.isEmpty) event
      else DatasetRenaming(event, id => by.get(id).orElse(names.get(id)).getOrElse(id))
    val start = Renamed[DatasetId](unseen.map(id => id -> id).toMap)
    val done = namers.foldLeft[Either[Reviewed, Renamed[DatasetId]]](Right(start)) {
      case (state, (peer, hooks)) =>
        state.flatMap { s =>
          val soFar = renamed(s.names)
          call(soFar, peer, hooks, Some("tables" -> extensions.tablesOf(soFar)))
            .map(s.after(_, "names", ResponseReader.dataset(_).toOption))
        }
    }
    done.map { result =>
      if (namers.nonEmpty && result.complete) result.names.foreach { case (from, to) => names(from) = to }
      withErrors(renamed(if (namers.isEmpty) Map.empty else result.names), result.errors)
    }
  }

  private def filter(event: RunEvent, peer: Peer, hooks: Vector[Hook.Filter]): Either[Reviewed, RunEvent] =
    call(event, peer, hooks, None).flatMap { answer =>
      val keep = answer.json.forall(_.path("keep").asBoolean(true))
      val drop = answer.json.toVector.flatMap(a => Json.items(a.path("drop")))
        .flatMap(ResponseReader.dataset(_).toOption).toSet
      val kept = if (drop.isEmpty) event else DatasetRenaming.without(event, drop)
      if (keep) Right(withErrors(kept, answer.errors)) else Left(Reviewed.Dropped)
    }

  /** Calls the hooks of a process. `Left` if one of them is required and has no answer.
    *
    * @param field
    *   what the request has besides the event
    */
  private def call(
      event: RunEvent,
      peer: Peer,
      hooks: Vector[Hook],
      field: Option[(String, JsonNode)]
  ): Either[Reviewed, Answer] = {
    val body = Json.obj().put("kind", "review")
    body.set[JsonNode]("event", extensions.summaryOf(event))
    body.set[JsonNode]("hooks", Json.ints(hooks.map(_.id)))
    field.foreach { case (name, value) => body.set[JsonNode](name, value) }
    extensions.call(peer, body, LiveNodes.none, hooks.map(_.extension).distinct) match {
      case Left(errors) =>
        val waiting = needed.among(hooks).headOption.map { hook =>
          val reason = errors.headOption.fold("")(e => s": ${e.message}")
          Reviewed.Waiting(s"the required extension ${hook.extension} cannot be called$reason")
        }
        waiting.toLeft(Answer(None, errors))
      case Right(json) => refused(event, hooks, json).toLeft(Answer(Some(json), ResponseReader.errors(json)))
    }
  }

  /** An extension that was switched off after failures is not called, and the answer has no error. */
  private def refused(event: RunEvent, hooks: Vector[Hook], answer: JsonNode): Option[Reviewed] = {
    val done = Json.items(answer.path("done")).map(_.asInt).toSet
    needed.among(hooks).find(h => !done(h.id)).map { hook =>
      val error = ResponseReader.errors(answer).find(_.extension == hook.extension)
      val reason = error.fold("was not called: it has failed too often")(e => s"has failed: ${e.message}")
      Reviewed.Refused(event, s"the required extension ${hook.extension} $reason")
    }
  }

  private def summary(ids: Vector[JobId]): JsonNode =
    Json.array(ids.distinct.map(id => Json.obj().put("namespace", id.namespace).put("name", id.name)))

  private def withErrors(event: RunEvent, errors: Vector[ExtensionError]): RunEvent =
    if (errors.isEmpty) event
    else event.copy(additions = event.additions ++ Additions(errors = errors))
}

private object EventReview {
  val maxNames = 10000

  /** The answer of a process; none if it cannot be called. */
  final case class Answer(json: Option[JsonNode], errors: Vector[ExtensionError])

  /** The names after some of the processes were called.
    *
    * @param complete
    *   whether all of them have answered
    */
  final case class Renamed[A](
      names: Map[A, A],
      complete: Boolean = true,
      errors: Vector[ExtensionError] = Vector.empty
  ) {

    /** @param section
      *   the part of the answer with pairs of `from` and `to`
      */
    def after(answer: Answer, section: String, read: JsonNode => Option[A]): Renamed[A] = {
      val pairs = for {
        json <- answer.json.toVector
        n <- Json.items(json.path(section))
        from <- read(n.path("from"))
        to <- read(n.path("to"))
      } yield from -> to
      val renamed = pairs.toMap
      Renamed(
        names.map { case (original, current) => original -> renamed.getOrElse(current, current) },
        complete && answer.json.isDefined,
        errors ++ answer.errors
      )
    }
  }

  def job(node: JsonNode): Option[JobId] =
    for { namespace <- Json.option(node, "namespace"); name <- Json.option(node, "name") } yield JobId(
      namespace,
      name
    )
}
