package io.headwater.shell.lifecycle

import java.time.{Duration, Instant}

import io.headwater.model.{EventType, JobType, Parent, RunEvent, RunRef}
import io.headwater.shell.lifecycle.Signal._

/** Which events the agent owes, as a value: `(state, signal) => (state, events)`. Each run gets one START and one
  * terminal event. A query inside another is part of the outer one's run, a stream's batches are part of the stream's.
  * Holds only what is running. A stream's RUNNING events are at least `runningEvery` apart.
  */
final case class Runs(
    application: Option[ApplicationStarted] = None,
    open: Map[Long, Open] = Map.empty,
    runningEvery: Duration = Duration.ZERO
) {

  def apply(signal: Signal): (Runs, Vector[RunEvent]) = signal match {
    case s: ApplicationStarted =>
      (copy(application = Some(s)), Vector(applicationEvent(s, EventType.Start, s.at)))
    case s: QueryStarted => application.fold(ignored)(started(_, s))
    case s: QueryEnded => application.fold(ignored)(ended(_, s))
    case s: BatchStarted => (batch(s), Vector.empty)
    case s: StreamProgressed => application.fold(ignored)(progressed(_, s))
    case s: ApplicationEnded => application.fold(ignored)(finished(_, s))
  }

  private def ignored: (Runs, Vector[RunEvent]) = (this, Vector.empty)

  private def started(app: ApplicationStarted, s: QueryStarted): (Runs, Vector[RunEvent]) =
    open.get(s.root) match {
      case Some(outer: Open.Run) if s.root != s.id => (inside(s, outer), Vector.empty)
      case Some(batch: Open.Batch) if s.root != s.id => inBatch(app, s, batch)
      case _ => begun(app, s, None)
    }

  private def begun(
      app: ApplicationStarted,
      s: QueryStarted,
      within: Option[(Long, RunRef)]
  ): (Runs, Vector[RunEvent]) =
    if (!s.reported) ignored
    else {
      val run = Open.Run(s, s.lineage, within = within, streaming = s.streaming).adding(s.lasting)
      val event = queryEvent(app, run.adding(s.added), EventType.Start, s.at)
      (copy(open = open.updated(s.id, run)), Vector(event))
    }

  /** What a sink does by queries of its own is the stream's; what the user's code does in `foreachBatch` is not. */
  private def inBatch(
      app: ApplicationStarted,
      s: QueryStarted,
      batch: Open.Batch
  ): (Runs, Vector[RunEvent]) = {
    val stream = open.get(batch.stream).collect { case run: Open.Run => run }
    if (!batch.separate) (stream.fold(this)(inside(s, _)), Vector.empty)
    else
      open.values.collectFirst {
        case run: Open.Run if run.within.exists(_._1 == s.root) && run.begets(s) => run
      } match {
        case Some(outer) => (inside(s, outer), Vector.empty)
        case None => begun(app, s, Some(s.root -> stream.fold(app.run)(_.ref)))
      }
  }

  private def batch(s: BatchStarted): Runs = {
    val stream = open.get(s.stream).collect { case run: Open.Run => s.stream -> s.shown.fold(run)(run.shown) }
    copy(open = open ++ stream + (s.id -> Open.Batch(s.stream, s.separate)))
  }

  private def progressed(app: ApplicationStarted, s: StreamProgressed): (Runs, Vector[RunEvent]) =
    open.get(s.id) match {
      case Some(run: Open.Run) =>
        val further = run.copy(streaming = run.streaming.map(_.withBatch(s.progress)))
        if (s.progress.hasRows && run.told.forall(t => !s.at.isBefore(t.plus(runningEvery))))
          (
            copy(open = open.updated(s.id, further.copy(told = Some(s.at)))),
            Vector(queryEvent(app, further, EventType.Running, s.at))
          )
        else (copy(open = open.updated(s.id, further)), Vector.empty)
      case _ => ignored
    }

  /** What inner queries write is the outer one's, unless the outer plan has said itself what it writes. */
  private def inside(s: QueryStarted, outer: Open.Run): Runs = {
    val lineage =
      if (outer.start.lineage.sinks.isEmpty && (s.lineage.sinks.nonEmpty || s.unread))
        outer.lineage.merge(s.lineage)
      else if (s.lineage.sinks.exists(_.certain)) Lineages.confirmed(outer.lineage)
      else outer.lineage
    copy(open =
      open.updated(outer.start.id, outer.copy(lineage = lineage).adding(s.lasting ++ s.added))
        .updated(s.id, Open.Inner(outer.start.id, s.lineage))
    )
  }

  private def ended(app: ApplicationStarted, s: QueryEnded): (Runs, Vector[RunEvent]) = open.get(s.id) match {
    case Some(run: Open.Run) =>
      val end = EventType.end(s.error)
      val wrote = run.wrote(run.lineage, s)
      val done = (if (s.error.isEmpty) wrote.settled else wrote).adding(s.added)
      (copy(open = open - s.id), Vector(queryEvent(app, done, end, s.at).copy(error = s.error)))
    case Some(Open.Inner(root, lineage)) =>
      val outer = open.get(root).collect { case run: Open.Run =>
        root -> run.wrote(lineage, s).adding(s.added)
      }
      (copy(open = open - s.id ++ outer), Vector.empty)
    case Some(batch: Open.Batch) =>
      val stream = open.get(batch.stream).collect { case run: Open.Run =>
        batch.stream -> run.adding(s.added)
      }
      (copy(open = open - s.id ++ stream), Vector.empty)
    case None => ignored
  }

  /** Queries that still run when their application ends will never end: they are aborted, outer ones last. Where the JVM
    * ends in the midst of them, by a signal for one, the application has not completed either.
    */
  private def finished(app: ApplicationStarted, s: ApplicationEnded): (Runs, Vector[RunEvent]) = {
    val runs = open.values.collect { case run: Open.Run => run }.toVector
      .sortBy(run => (run.streaming.isDefined, run.start.id))
    val aborted = runs.map(queryEvent(app, _, EventType.Abort, s.at))
    val end = if (s.exiting && s.error.isEmpty && runs.nonEmpty) EventType.Abort else EventType.end(s.error)
    val own = applicationEvent(app, end, s.at).copy(error = s.error, agent = s.agent, additions = s.added)
    (Runs(runningEvery = runningEvery), aborted :+ own)
  }

  private def applicationEvent(app: ApplicationStarted, eventType: EventType, at: Instant): RunEvent =
    RunEvent(
      eventType,
      at,
      app.run,
      JobType.application,
      app.application,
      app.parent,
      properties = app.properties
    )

  private def queryEvent(
      app: ApplicationStarted,
      run: Open.Run,
      eventType: EventType,
      at: Instant
  ): RunEvent =
    RunEvent(
      eventType,
      at,
      run.ref,
      run.start.jobType,
      app.application,
      Some(Parent(
        run.within.fold(app.run)(_._2),
        app.parent.map(_.root).orElse(app.root).getOrElse(app.run)
      )),
      run.lineage,
      run.counted,
      run.start.sql,
      app.properties,
      additions = run.lasting,
      streaming = run.streaming,
      reads = run.reads.of(run.lineage.sources.map(_.id)),
      description = run.start.description,
      parameters = run.start.parameters
    )
}
