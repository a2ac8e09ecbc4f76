package io.headwater.shell.lifecycle

import java.time.{Duration, Instant}

import io.headwater.model.{EventType, JobType, Parent, PlanLineage, RunEvent, StreamBatch}
import io.headwater.shell.lifecycle.Signal._

/** The run state machine, as an immutable value: `(state, signal) => (state, events)`. Each run gets one START event and
  * one terminal event. A query inside another query is part of the outer query's run. The batches of a streaming query are
  * part of the streaming query's run. The state holds only what is running.
  *
  * @param open the queries, jobs and streaming queries that run
  * @param runningEvery the least time between two RUNNING events of a streaming query
  */
final case class Runs(
    application: Option[ApplicationStarted] = None,
    open: Map[SparkExecution, OpenRun] = Map.empty,
    runningEvery: Duration = Duration.ZERO
) {

  def apply(signal: Signal): (Runs, Vector[RunEvent]) = signal match {
    case s: ApplicationStarted =>
      (copy(application = Some(s)), Vector(applicationEvent(s, EventType.Start, s.at)))
    case s: RunStarted => application.fold(ignored)(start(_, s))
    case s: RunEnded => application.fold(ignored)(end(_, s))
    case s: BatchStarted => (addBatch(s), Vector.empty)
    case s: StreamProgressed => application.fold(ignored)(progress(_, s))
    case s: ApplicationEnded => application.fold(ignored)(finish(_, s))
  }

  private def ignored: (Runs, Vector[RunEvent]) = (this, Vector.empty)

  private def start(app: ApplicationStarted, s: RunStarted): (Runs, Vector[RunEvent]) =
    open.get(s.root) match {
      case _ if !s.isRootKnown => startWithUnknownRoot(app, s)
      case Some(outer: OpenRun.Outermost) if s.root != s.execution => (addInner(s, outer), Vector.empty)
      case Some(OpenRun.Inner(root, _)) if s.root != s.execution => start(app, s.copy(root = root))
      case Some(batch: OpenRun.Batch) if s.root != s.execution => startInBatch(app, s, batch)
      case None if s.root != s.execution => startWithoutRoot(app, s)
      case _ => begin(app, s, None)
    }

  /** The root may have no run. The program `spark-sql` of Spark 4.3 announces it after the queries inside it, the root of
    * an insert is not the `CREATE TABLE AS SELECT` that it is a part of, and the threads of a pool can have the root of a
    * query that ended long ago.
    */
  private def startWithoutRoot(app: ApplicationStarted, s: RunStarted): (Runs, Vector[RunEvent]) =
    open.values.collectFirst {
      case run: OpenRun.Outermost if run.start.root == s.root && run.isWrittenBy(s) => run
    }.fold(begin(app, s, None))(outer => (addInner(s, outer), Vector.empty))

  /** A query that writes nothing may be a part of any that runs. A part has no run, so it has none then. */
  private def startWithUnknownRoot(app: ApplicationStarted, s: RunStarted): (Runs, Vector[RunEvent]) = {
    val queries = open.values.collect { case run: OpenRun.Outermost if run.isQuery => run }.toVector
    queries.find(_.isWrittenBy(s)) match {
      case Some(outer) => (addInner(s, outer), Vector.empty)
      case None if s.lineage.sinks.isEmpty && queries.nonEmpty => ignored
      case None => begin(app, s, None)
    }
  }

  private def begin(
      app: ApplicationStarted,
      s: RunStarted,
      batch: Option[StreamBatch]
  ): (Runs, Vector[RunEvent]) =
    if (!s.reported) ignored
    else {
      val run = OpenRun.Outermost(s, s.lineage, batch = batch, streaming = s.streaming).adding(s.lasting)
      val atStart = run.adding(s.added).withoutConditionalSinks.withChangedSchemas
      val event = queryEvent(app, atStart, EventType.Start, s.at)
      (copy(open = open.updated(s.execution, run)), Vector(event))
    }

  /** Queries that a sink starts belong to the streaming query. Queries of the user's code in `foreachBatch` are runs. */
  private def startInBatch(
      app: ApplicationStarted,
      s: RunStarted,
      batch: OpenRun.Batch
  ): (Runs, Vector[RunEvent]) = {
    val stream = open.get(batch.streamingQuery).collect { case run: OpenRun.Outermost => run }
    if (!batch.foreachBatch) (stream.fold(this)(addInner(s, _)), Vector.empty)
    else
      parentInBatch(s) match {
        case Some(outer) => (addInner(s, outer), Vector.empty)
        case None => begin(app, s, stream.map(run => StreamBatch(run.ref, batch.batchId)))
      }
  }

  /** The command that a query in a batch belongs to: the one that writes the same, or else the newest. */
  private def parentInBatch(s: RunStarted): Option[OpenRun.Outermost] = {
    val parents = open.values.collect {
      case run: OpenRun.Outermost if run.start.root == s.root && run.isParentOf(s) => run
    }.toVector
    parents.find(_.isWrittenBy(s)).orElse(parents.sortBy(_.start.at).lastOption)
  }

  private def addBatch(s: BatchStarted): Runs = {
    val streamingQuery = open.get(s.streamingQuery).collect { case run: OpenRun.Outermost =>
      s.streamingQuery -> s.lineage.fold(run)(run.withBatchLineage).adding(s.lasting)
    }
    val batch = OpenRun.Batch(s.streamingQuery, s.foreachBatch, s.batchId)
    copy(open = open ++ streamingQuery + (s.batch -> batch))
  }

  private def progress(app: ApplicationStarted, s: StreamProgressed): (Runs, Vector[RunEvent]) =
    open.get(s.streamingQuery) match {
      case Some(run: OpenRun.Outermost) =>
        val further = run.copy(streaming = run.streaming.map(_.withBatch(s.progress))).adding(s.added)
        if (s.progress.hasMoved && run.lastRunningAt.forall(t => !s.at.isBefore(t.plus(runningEvery))))
          (
            copy(open = open.updated(s.streamingQuery, further.copy(lastRunningAt = Some(s.at)))),
            Vector(queryEvent(app, further, EventType.Running, s.at))
          )
        else (copy(open = open.updated(s.streamingQuery, further)), Vector.empty)
      case _ => ignored
    }

  /** An inner query's outputs belong to the outer run, unless the outer plan names its outputs itself. */
  private def addInner(s: RunStarted, outer: OpenRun.Outermost): Runs = {
    val lineage =
      if (s.lineage.sinks.nonEmpty && outer.lineage.sinks.exists(_.isProvisional))
        outer.lineage.copy(sinks = Vector.empty) ++ s.lineage.creating(outer.start.lineage.creation)
      else if (outer.start.lineage.sinks.isEmpty && (s.lineage.sinks.nonEmpty || s.unread))
        outer.lineage ++ s.lineage.creating(outer.start.lineage.creation)
      else if (s.lineage.sinks.exists(!_.isConditional)) confirmed(outer.lineage)
      else outer.lineage
    copy(open =
      open.updated(outer.start.execution, outer.copy(lineage = lineage).adding(s.lasting ++ s.added))
        .updated(s.execution, OpenRun.Inner(outer.start.execution, s.lineage))
    )
  }

  /** An inner query has written: the outputs that `IF NOT EXISTS` left open are certain. */
  private def confirmed(lineage: PlanLineage): PlanLineage =
    lineage.copy(sinks = lineage.sinks.map(_.copy(isConditional = false)))

  private def end(app: ApplicationStarted, s: RunEnded): (Runs, Vector[RunEvent]) =
    open.get(s.execution) match {
      case Some(run: OpenRun.Outermost) =>
        val written = run.withWriteMetrics(run.lineage, s)
        val done =
          (if (s.error.isEmpty) written.withoutSkippedSinks.withChangedSchemas else written.withoutChanges)
            .adding(s.added)
        (
          copy(open = open - s.execution),
          Vector(queryEvent(app, done, EventType.end(s.error), s.at).copy(error = s.error))
        )
      case Some(OpenRun.Inner(root, lineage)) =>
        val outer = open.get(root).collect { case run: OpenRun.Outermost =>
          root -> run.withWriteMetrics(lineage, s).adding(OpenRun.withoutPlan(s.added))
        }
        (copy(open = open - s.execution ++ outer), Vector.empty)
      case Some(batch: OpenRun.Batch) =>
        val stream = open.get(batch.streamingQuery).collect { case run: OpenRun.Outermost =>
          batch.streamingQuery -> run.adding(s.added)
        }
        (copy(open = open - s.execution ++ stream), Vector.empty)
      case None => ignored
    }

  /** Queries that still run when the application ends are aborted, by the millisecond of their starts, streaming queries
    * last. If the JVM exits while queries run (for example after a signal), the application ends with ABORT, too.
    */
  private def finish(app: ApplicationStarted, s: ApplicationEnded): (Runs, Vector[RunEvent]) = {
    val runs = open.values.collect { case run: OpenRun.Outermost => run }.toVector
      .sortBy(run => (run.streaming.isDefined, run.start.at, run.start.runId))
    val aborted = runs.map(queryEvent(app, _, EventType.Abort, s.at))
    val eventType =
      if (s.exiting && s.error.isEmpty && runs.nonEmpty) EventType.Abort else EventType.end(s.error)
    val own = applicationEvent(app, eventType, s.at)
      .copy(error = s.error, agent = s.agent, additions = s.added, extensions = s.extensions)
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
      run: OpenRun.Outermost,
      eventType: EventType,
      at: Instant
  ): RunEvent =
    RunEvent(
      eventType,
      at,
      run.ref,
      run.start.jobType,
      app.application,
      Some(Parent(app.run, app.parent.map(_.root).orElse(app.root).getOrElse(app.run))),
      run.lineage,
      run.counted,
      run.start.sql,
      app.properties,
      additions = run.lasting,
      streaming = run.streaming,
      reads = run.reads.of(run.lineage.sources.map(_.id)),
      description = run.start.description,
      parameters = run.start.parameters,
      batch = run.batch
    )
}
