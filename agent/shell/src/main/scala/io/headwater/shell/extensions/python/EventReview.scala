package io.headwater.shell.extensions.python

import java.util.UUID

import com.fasterxml.jackson.databind.JsonNode
import com.fasterxml.jackson.databind.node.ObjectNode

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
  * Each name is sent to the namers once; the result is kept if all of them have answered. Used on the worker thread only.
  *
  * @param required
  *   the extensions without which no event may be sent
  */
final class EventReview(extensions: PythonExtensions, required: Set[String]) {
  import EventReview._
  private val names = new BoundedMap[DatasetId, DatasetId](maxNames)
  private val held = new BoundedMap[UUID, Renamed[DatasetId]](maxNames) // of runs that a namer has failed in
  private var namedBy = Set.empty[(String, Int)] // the namers of `names`, as session and hook
  private val jobs = new BoundedMap[JobId, JobId](maxNames)
  private val summary = extensions.summary
  private val needed = new RequiredExtensions(required)
  private val unnamed =
    new BoundedMap[UUID, Unit](maxNames) // open runs that began before there was a namer of jobs
  private var application = Option.empty[UUID]

  def apply(event: RunEvent): Reviewed = {
    if (event.jobType == JobType.application) application = Some(event.run.runId)
    val connected = extensions.connected
    val reviewed = needed.missing(connected) match {
      case Some(name) => Reviewed.Waiting(s"the required extension $name is not there")
      case None if connected.isEmpty && jobs.isEmpty && names.isEmpty =>
        keepJobOfRun(event)
        Reviewed.Kept(event)
      case None => review(event)
    }
    reviewed match {
      case _: Reviewed.Waiting => reviewed // the event comes again
      case _ =>
        if (event.eventType.isTerminal) {
          unnamed.remove(event.run.runId)
          held.remove(event.run.runId)
        }
        reviewed
    }
  }

  /** Without a namer at its first event, a run keeps its job, because all its events need the same one. */
  private def keepJobOfRun(event: RunEvent): Unit =
    if (!event.eventType.isTerminal) unnamed(event.run.runId) = ()

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
    val renaming = new JobRenaming(application, unnamed.contains)
    val unseen = renaming.ids(event).filterNot(jobs.contains)
    val namers = if (unseen.isEmpty) Vector.empty else extensions.peersWith(_.jobNamers)
    val start = Renamed[JobId](unseen.map(id => id -> id).toMap)
    val done = namers.foldLeft[Either[Reviewed, Renamed[JobId]]](Right(start)) {
      case (state, (peer, hooks)) =>
        state.flatMap { s =>
          val current = summary.jobs(s.names.values.toVector)
          call(event, peer, hooks, Json.obj().set("jobs", current))
            .map(s.after(_, "jobs", job)(summary.redacted))
        }
    }
    done.map { result =>
      if (namers.nonEmpty) result.names.foreach { case (from, to) => jobs(from) = to }
      else if (unseen.contains(event.run.job)) keepJobOfRun(event)
      withErrors(renaming(event, id => jobs.get(id).getOrElse(id)), result.errors)
    }
  }

  /** If a namer fails, the run keeps the names that it has got, because all events of a run need the same ones. The next
    * run asks again, and so does each batch of a stream.
    */
  private def rename(event: RunEvent): Either[Reviewed, RunEvent] = {
    val heldNames = held.get(event.run.runId).getOrElse(Renamed[DatasetId](Map.empty))
    val namers = extensions.peersWith(_.namers)
    forgetOfOtherNamers(namers)
    val unseen = (DatasetRenaming.ids(event) ++ DatasetRenaming.others(event))
      .filterNot(id => heldNames.names.contains(id) || names.contains(id))
    val start = Renamed[DatasetId](unseen.map(id => id -> id).toMap)
    val called = if (unseen.isEmpty) Vector.empty else namers
    val done = called.foldLeft[Either[Reviewed, Renamed[DatasetId]]](Right(start)) {
      case (state, (peer, hooks)) =>
        state.flatMap { s =>
          val soFar = renamed(event, heldNames ++ s)
          call(soFar, peer, hooks, withOthers(soFar).set("tables", summary.tables(soFar)))
            .map(s.after(_, "names", ResponseReader.dataset(_).toOption)(summary.redacted))
        }
    }
    done.map { result =>
      val all = heldNames ++ result
      if (called.nonEmpty) {
        if (result.complete) result.names.foreach { case (from, to) => names(from) = to }
        else if (event.jobType.processing != JobType.streaming.processing) held(event.run.runId) = all
      }
      withErrors(renamed(event, all), all.errors)
    }
  }

  private def renamed(event: RunEvent, ofRun: Renamed[DatasetId]): RunEvent =
    if (names.isEmpty && ofRun.names.isEmpty) event
    else DatasetRenaming(event, id => ofRun.names.get(id).orElse(names.get(id)).getOrElse(id))

  /** A namer that was registered or loaded later is called for all names. Those of a process that has ended are kept. */
  private def forgetOfOtherNamers(namers: Vector[(Peer, Vector[Hook.Namer])]): Unit =
    if (namers.nonEmpty) {
      val current = (for ((peer, hooks) <- namers; hook <- hooks) yield (peer.session, hook.id)).toSet
      if (!current.subsetOf(namedBy)) names.clear()
      namedBy = current
    }

  private def filter(event: RunEvent, peer: Peer, hooks: Vector[Hook.Filter]): Either[Reviewed, RunEvent] =
    call(event, peer, hooks, withOthers(event)).flatMap { answer =>
      val keep = answer.json.forall(_.path("keep").asBoolean(true))
      val drop = answer.json.toVector.flatMap(a => Json.items(a.path("drop")))
        .flatMap(ResponseReader.dataset(_).toOption).toSet
      val kept = if (drop.isEmpty) event else without(event, drop)
      if (keep) Right(withErrors(kept, answer.errors)) else Left(Reviewed.Dropped)
    }

  /** @param drop
    *   names as the filter sees them
    */
  private def without(event: RunEvent, drop: Set[DatasetId]): RunEvent = {
    val all = DatasetRenaming.ids(event) ++ DatasetRenaming.others(event)
    DatasetRenaming.without(event, drop ++ all.filter(id => drop(summary.redacted(id))))
  }

  /** The part of a request with the datasets that are neither inputs nor outputs. */
  private def withOthers(event: RunEvent): ObjectNode =
    Json.obj().set("others", summary.datasets(DatasetRenaming.others(event)))

  /** Calls the hooks of a process. `Left` if one of them is required and has no answer.
    *
    * @param fields
    *   what the request has besides the event
    */
  private def call(
      event: RunEvent,
      peer: Peer,
      hooks: Vector[Hook],
      fields: ObjectNode
  ): Either[Reviewed, Answer] = {
    val body = Json.obj().put("kind", "review")
    body.set[JsonNode]("event", summary.of(event, None))
    body.set[JsonNode]("hooks", Json.ints(hooks.map(_.id)))
    body.setAll[JsonNode](fields)
    extensions.call(peer, body, LiveNodes.none, hooks.map(_.extension).distinct) match {
      case Left(errors) =>
        val waiting = needed.among(hooks).headOption.map { hook =>
          val reason = errors.headOption.fold("")(e => s": ${e.message}")
          Reviewed.Waiting(s"the required extension ${hook.extension} cannot be called$reason")
        }
        waiting.toLeft(Answer(None, errors))
      case Right(json) =>
        val answer = Answer(Some(json), ResponseReader.errors(json), failed(hooks, json).isEmpty)
        refused(event, hooks, json).toLeft(answer)
    }
  }

  /** An extension that was switched off after failures is not called, and the answer has no error. */
  private def refused(event: RunEvent, hooks: Vector[Hook], answer: JsonNode): Option[Reviewed] =
    needed.among(failed(hooks, answer)).headOption.map { hook =>
      val error = ResponseReader.errors(answer).find(_.extension == hook.extension)
      val reason = error.fold("was not called: it has failed too often")(e => s"has failed: ${e.message}")
      Reviewed.Refused(event, s"the required extension ${hook.extension} $reason")
    }

  private def failed(hooks: Vector[Hook], answer: JsonNode): Vector[Hook] = {
    val done = Json.items(answer.path("done")).map(_.asInt).toSet
    hooks.filterNot(hook => done(hook.id))
  }

  private def withErrors(event: RunEvent, errors: Vector[ExtensionError]): RunEvent =
    if (errors.isEmpty) event
    else event.copy(additions = event.additions ++ Additions(errors = errors))
}

private object EventReview {
  val maxNames = 10000

  /** The answer of a process; none if it cannot be called.
    *
    * @param complete
    *   whether all hooks that were to be called have answered without an error
    */
  final case class Answer(json: Option[JsonNode], errors: Vector[ExtensionError], complete: Boolean = false)

  /** The names after some of the processes were called.
    *
    * @param complete
    *   whether all their namers have answered without an error
    */
  final case class Renamed[A](
      names: Map[A, A],
      complete: Boolean = true,
      errors: Vector[ExtensionError] = Vector.empty
  ) {
    def ++(later: Renamed[A]): Renamed[A] =
      Renamed(names ++ later.names, complete && later.complete, (errors ++ later.errors).distinct)

    /** @param section
      *   the part of the answer with pairs of `from` and `to`
      * @param redacted
      *   a name as the namer sees it
      */
    def after(answer: Answer, section: String, read: JsonNode => Option[A])(redacted: A => A): Renamed[A] = {
      val pairs = for {
        json <- answer.json.toVector
        n <- Json.items(json.path(section))
        from <- read(n.path("from"))
        to <- read(n.path("to"))
      } yield from -> to
      val renamed = pairs.toMap
      Renamed(
        names.map { case (original, current) => original -> renamed.getOrElse(redacted(current), current) },
        complete && answer.complete,
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
