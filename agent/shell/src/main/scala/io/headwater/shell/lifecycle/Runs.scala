package io.headwater.shell.lifecycle

import java.time.Instant

import io.headwater.model._
import io.headwater.shell.lifecycle.Signal._

/** Which events the agent owes, as a value: `(state, signal) => (state, events)`. Each run gets one START and one
  * terminal event. A query inside another is part of the outer one's run. Holds only what is running.
  */
final case class Runs(application: Option[ApplicationStarted] = None, open: Map[Long, Open] = Map.empty) {

  def apply(signal: Signal): (Runs, Vector[RunEvent]) = signal match {
    case s: ApplicationStarted =>
      (copy(application = Some(s)), Vector(applicationEvent(s, EventType.Start, s.at)))
    case s: QueryStarted => application.fold(ignored)(started(_, s))
    case s: QueryEnded => application.fold(ignored)(ended(_, s))
    case s: ApplicationEnded => application.fold(ignored)(finished(_, s))
  }

  private def ignored: (Runs, Vector[RunEvent]) = (this, Vector.empty)

  private def started(app: ApplicationStarted, s: QueryStarted): (Runs, Vector[RunEvent]) =
    open.get(s.root) match {
      case Some(outer: Open.Run) if s.root != s.id => (inside(s, outer), Vector.empty)
      case _ if s.reported =>
        val run = Open.Run(s, s.lineage).adding(s.lasting)
        val event = queryEvent(app, run.adding(s.added), EventType.Start, s.at)
        (copy(open = open.updated(s.id, run)), Vector(event))
      case _ => ignored
    }

  /** What inner queries write is the outer one's, unless the outer plan has said itself what it writes. */
  private def inside(s: QueryStarted, outer: Open.Run): Runs = {
    val lineage =
      if (outer.start.lineage.sinks.isEmpty && (s.lineage.sinks.nonEmpty || s.unread))
        outer.lineage.and(s.lineage)
      else if (s.lineage.sinks.exists(_.certain)) Lineages.confirmed(outer.lineage)
      else outer.lineage
    copy(open =
      open.updated(s.root, outer.copy(lineage = lineage).adding(s.lasting ++ s.added))
        .updated(s.id, Open.Inner(s.root, s.lineage))
    )
  }

  private def ended(app: ApplicationStarted, s: QueryEnded): (Runs, Vector[RunEvent]) = open.get(s.id) match {
    case Some(run: Open.Run) =>
      val end = if (s.error.isEmpty) EventType.Complete else EventType.Fail
      val wrote = run.wrote(run.lineage, s)
      val done = (if (s.error.isEmpty) wrote.settled else wrote).adding(s.added)
      (copy(open = open - s.id), Vector(queryEvent(app, done, end, s.at).copy(error = s.error)))
    case Some(Open.Inner(root, lineage)) =>
      val outer = open.get(root).collect { case run: Open.Run =>
        root -> run.wrote(lineage, s).adding(s.added)
      }
      (copy(open = open - s.id ++ outer), Vector.empty)
    case None => ignored
  }

  /** Queries that still run when their application ends will never end: they are aborted, outer ones last. */
  private def finished(app: ApplicationStarted, s: ApplicationEnded): (Runs, Vector[RunEvent]) = {
    val runs = open.values.collect { case run: Open.Run => run }.toVector.sortBy(_.start.id)
    val aborted = runs.map(queryEvent(app, _, EventType.Abort, s.at))
    val end = if (s.error.isEmpty) EventType.Complete else EventType.Fail
    val own = applicationEvent(app, end, s.at).copy(error = s.error, agent = s.agent, additions = s.added)
    (Runs(), aborted :+ own)
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
      RunRef(run.start.runId, run.start.job),
      run.start.jobType,
      app.application,
      Some(Parent(app.run, app.parent.fold(app.run)(_.root))),
      run.lineage,
      run.statistics,
      run.start.sql,
      app.properties,
      additions = run.lasting
    )
}

/** A query that runs: with a run of its own, or inside another one's. */
sealed trait Open
object Open {
  final case class Run(
      start: QueryStarted,
      lineage: PlanLineage,
      statistics: Map[DatasetId, OutputStatistics] = Map.empty,
      lasting: Additions = Additions.none
  ) extends Open {

    /** With what extensions have found. */
    def adding(more: Additions): Run =
      if (more.isEmpty) this else copy(lineage = lineage.and(more.lineage), lasting = lasting ++ more)

    /** Adds what was counted while the sinks of `from` were written, and the versions that they have got. */
    def wrote(from: PlanLineage, ended: QueryEnded): Run = {
      val counted = for (sink <- from.sinks.filter(_.counted).take(1); counts <- ended.written)
        yield sink.dataset.id -> counts
      val sinks = lineage.sinks.map { sink =>
        val version = ended.versions.get(sink.dataset.id).orElse(sink.dataset.version)
        sink.copy(dataset = sink.dataset.copy(version = version))
      }
      copy(lineage = lineage.copy(sinks = sinks), statistics = statistics ++ counted)
    }

    /** Without the sinks that were left alone because they were there already. */
    def settled: Run = {
      val kept =
        lineage.sinks.filter(s => s.certain || statistics.get(s.dataset.id).exists(_.files.forall(_ > 0)))
      copy(lineage = lineage.copy(sinks = kept))
    }
  }

  final case class Inner(root: Long, lineage: PlanLineage) extends Open
}
