package io.headwater.shell.handlers

import java.time.Instant

import scala.collection.mutable
import scala.util.Try

import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan
import org.apache.spark.sql.execution.QueryExecution

import io.headwater.model.{Additions, DatasetId, JobId, JobType, PlanLineage, RunError}
import io.headwater.plan.Lineage
import io.headwater.plan.session.SeenTables
import io.headwater.plan.shim.SparkShim
import io.headwater.plan.walk.NodeLineage
import io.headwater.shell.capture.{ActiveStreams, Captured, QueryInfo}
import io.headwater.shell.config.AgentConfig
import io.headwater.shell.extensions.snapshot.Nodes
import io.headwater.shell.extensions.{DelegateLookup, ExtensionCoordinator, ExtensionResults, RunDraft}
import io.headwater.shell.facets.RunFacets
import io.headwater.shell.failures.Failures
import io.headwater.shell.lifecycle.Signal
import io.headwater.shell.logging.PlanLog
import io.headwater.shell.metrics.{QueryMetrics, QueryMetricsReader}
import io.headwater.shell.naming.{JobDescriptions, JobNames, RunIds, SqlText}
import io.headwater.shell.session.{RememberedLineage, SessionContexts}

/** Turns what the bus thread captured into signals: walks plans, names jobs, reads metrics. On the worker thread only. */
final class QueryEventHandler(
    config: AgentConfig,
    shim: SparkShim,
    rules: LogicalPlan => NodeLineage,
    application: String,
    extensions: ExtensionCoordinator,
    plans: SkippedPlans,
    facets: RunFacets
) {
  private val reported = new QueryFilter(config.filter)
  private val tables = new SeenTables // the worker's thread alone
  private val jobs = new RddJobHandler(config, application, extensions, plans, facets)
  private val frames = new RememberedLineage
  private val planLog = new PlanLog(config.debug.logPlan, config.redactor)
  private val sessions = new SessionContexts(shim, tables, frames, config.columnLineage.descriptions)
  private val starts = new StreamingQueryStarts(config, rules, application, sessions, extensions, plans)
  private val counting = new QueryMetricsReader(rules, sessions)
  private val streams = new StreamingQueryHandler(starts, frames, extensions, plans)

  /** Queries whose start came without their plan, because the bus or the worker lagged; the end may bring it. */
  private val late = mutable.LinkedHashMap.empty[Long, PendingQueryStart]

  /** What tells the versions that running queries make of their tables. */
  private val walked = mutable.HashMap.empty[Long, Lineage.Result]

  def read(captured: Captured): Vector[Signal] = captured match {
    case Captured.QueryStarted(event, Some(query)) =>
      begun(PendingQueryStart.of(event), query)
    case Captured.QueryStarted(event, None) => await(PendingQueryStart.of(event))
    case Captured.QueryBegan(outline) => outline.stream.filter(streams.knows)
        .fold(await(PendingQueryStart(outline, None)))(streams.batch(outline, _, None))
    case Captured.QueryOver(id, time, failure, message) =>
      over(id, Instant.ofEpochMilli(time), Failures.of(failure, message))
    case ended: Captured.QueryEnded =>
      val start = late.remove(ended.event.executionId).toVector
        .flatMap(s => ended.query.fold(Vector[Signal](unread(s)))(begun(s, _)))
      val at = Instant.ofEpochMilli(ended.event.time)
      val batch = streams.batchEnded(ended.event.executionId, at)
      if (batch.isDefined) facets.forget(ended.event.executionId)
      start :+ batch.getOrElse(over(ended, at))
    case Captured.QueryJob(query, job) =>
      facets.job(query, job)
      Vector.empty
    case job: Captured.JobStarted => jobs.started(job).toVector
    case job: Captured.JobEnded => Vector(jobs.ended(job))
    case Captured.Happened(key, what) =>
      extensions.observe(key, what)
      Vector.empty
    case end: Captured.ApplicationEnded =>
      val rest = late.values.map(unread(_)).toVector
      late.clear()
      rest ++ streams.read(end)
    case other => streams.read(other)
  }

  private def over(ended: Captured.QueryEnded, at: Instant): Signal = {
    val Captured.QueryEnded(event, query, failure, action, stages) = ended
    val error = Failures.of(failure, event.errorMessage)
    val done = query.filter(_ => error.isEmpty)
    if (RememberedLineage.checkpoints(action))
      done.foreach(q => frames.remember(q.analyzed, new Lineage(rules, sessions.of(q))))
    val counted = done.fold(QueryMetrics())(counting(_, stages))
    val read = walked.remove(event.executionId)
    val versions = read.filter(_ => error.isEmpty).fold(Map.empty[DatasetId, String])(_.versions)
    val own = facets.ended(event.executionId, query, read.map(_.lineage), error.isEmpty)
    val added = own ++ extensions.ended(
      event.executionId,
      at,
      error,
      (s, millis) => Vector(s.of(event, error.map(_.message), millis, query))
    )
    val QueryMetrics(written, reads, tasks) = counted
    Signal.QueryEnded(event.executionId, at, error, written, versions, added, reads, tasks)
  }

  private def await(start: PendingQueryStart): Vector[Signal] = {
    late(start.outline.id) = start
    Vector.empty
  }

  /** The end of a query, without what it has written. */
  private def over(id: Long, at: Instant, error: Option[RunError]): Vector[Signal] = {
    walked.remove(id)
    facets.forget(id)
    val start = late.remove(id).map(unread(_))
    def added = extensions.ended(id, at, error, (_, _) => Vector.empty)
    start.toVector :+ streams.batchEnded(id, at).getOrElse(
      Signal.QueryEnded(id, at, error, None, added = added ++ Additions(lineage = PendingQueryStart.lost))
    )
  }

  /** A batch of a stream has no run of its own. */
  private def begun(start: PendingQueryStart, query: QueryExecution): Vector[Signal] =
    ActiveStreams.ofBatch(query).filter(streams.knows) match {
      case Some(run) => streams.batch(start.outline, run, Some(query))
      case None => started(start, query).toVector
    }

  private def unread(start: PendingQueryStart, node: => String = ""): Signal.QueryStarted = {
    val (emitted, scope) = extensions.emitted(start.outline.id, start.outline.tags)
    val named = scope.fold(name(start.outline, node, None))(s => s"$application.$s")
    start.unread(JobId(config.namespace, named), emitted)
  }

  /** None where Spark could not analyse the query: such text has no plan, reads nothing and writes nothing. Spark 4
    * announces it all the same.
    */
  private def started(start: PendingQueryStart, query: QueryExecution): Option[Signal] =
    Try(query.analyzed).toOption.map { analyzed =>
      plans.instead(analyzed.getClass.getName)
        .fold(started(start, query, analyzed))(lean(start, query, analyzed, _))
    }

  /** The run is told of, without its plan being read. */
  private def lean(
      start: PendingQueryStart,
      query: QueryExecution,
      analyzed: LogicalPlan,
      lineage: PlanLineage
  ): Signal =
    unread(start, analyzed.nodeName).copy(
      jobType = if (analyzed.isStreaming) JobType.streaming else JobType.sql,
      lineage = lineage,
      sql = SqlText.of(query.logical),
      description = JobDescriptions.of(start.outline.description, SqlText.of(query.logical)),
      reported = reported(query.optimizedPlan, lineage, analyzed.isStreaming)
    )

  private def started(start: PendingQueryStart, query: QueryExecution, analyzed: LogicalPlan): Signal = {
    planLog(query)
    val outline = start.outline
    facets.began(outline)
    val jobType = if (analyzed.isStreaming) JobType.streaming else JobType.sql
    val draft = RunDraft(
      outline.id,
      Instant.ofEpochMilli(outline.time),
      RunIds.at(outline.time),
      JobId(config.namespace, name(outline, analyzed.nodeName, None)),
      jobType,
      SqlText.of(query.logical),
      outline.tags,
      Some(query),
      Some(alone(query))
    )
    val consulted =
      if (reported.isSilent(query.optimizedPlan, analyzed.isStreaming)) ExtensionResults.nothing
      else extensions.started(draft, Nodes.of(query), s => start.event.map(s.of(_)).toVector)
    val walk = new Lineage(consulted.rules(rules), sessions.of(query))
    val read = plans.timed(walk.read(analyzed))
    walked(draft.id) = read
    val lineage = consulted.also(read.lineage)
    extensions.found(draft.id, lineage)
    val (emitted, scope) = extensions.emitted(draft.id, draft.tags)
    val job =
      scope.fold(name(outline, analyzed.nodeName, JobNames.suffix(lineage, config.datasets.whole(_))))(s =>
        s"$application.$s"
      )
    Signal.QueryStarted(
      id = draft.id,
      root = outline.root,
      at = draft.at,
      runId = draft.runId,
      job = JobId(config.namespace, job),
      jobType = jobType,
      lineage = lineage,
      sql = draft.sql,
      reported = reported(query.optimizedPlan, lineage, analyzed.isStreaming),
      lasting = consulted.lasting,
      added = consulted.now ++ emitted,
      description = JobDescriptions.of(outline.description, draft.sql),
      parameters = facets.parameters(query, shim)
    )
  }

  private def alone(query: QueryExecution): DelegateLookup =
    new DelegateLookup(new Lineage(rules, SessionContexts.alone(sessions.of(query))))

  private def name(outline: QueryInfo, otherwise: => String, suffix: Option[String]): String =
    JobNames.query(application, JobNames.command(outline.node, otherwise), suffix, config.jobName)
}
