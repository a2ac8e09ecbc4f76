package io.headwater.shell

import java.time.Instant

import scala.collection.mutable
import scala.util.Try

import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan
import org.apache.spark.sql.execution.QueryExecution

import io.headwater.model._
import io.headwater.plan.Lineage
import io.headwater.plan.naming.SeenTables
import io.headwater.plan.shim.SparkShim
import io.headwater.plan.walk.Reading
import io.headwater.shell.config.AgentConfig
import io.headwater.shell.context._
import io.headwater.shell.facets.RunFacets
import io.headwater.shell.lifecycle.Signal
import io.headwater.shell.listener.{ActiveStreams, Captured, Outline}
import io.headwater.shell.python.Consulting
import io.headwater.shell.python.answers.Consulted
import io.headwater.shell.python.snapshot.Nodes

/** Turns what the bus thread captured into signals: walks plans, names jobs, reads metrics. On the worker thread only. */
final class Desk(
    config: AgentConfig,
    shim: SparkShim,
    rules: LogicalPlan => Reading,
    application: String,
    extensions: Consulting,
    plans: Unread,
    facets: RunFacets
) {
  private val reported = new Reported(config.filter)
  private val tables = new SeenTables // the worker's thread alone
  private val jobs = new RddDesk(config, application, extensions, plans, facets)
  private val frames = new RememberedFrames
  private val planLog = new PlanLog(config.debug.logPlan, config.redactor)
  private val sessions = new Sessions(shim, tables, frames, config.columnLineage.descriptions)
  private val starts = new StreamStarts(config, rules, application, sessions, extensions, plans)
  private val counting = new Counting(rules, sessions)
  private val streams = new StreamDesk(starts, frames, extensions, plans)

  /** Queries whose start came without their plan, because the bus or the worker lagged; the end may bring it. */
  private val late = mutable.LinkedHashMap.empty[Long, Late]

  /** What tells the versions that running queries make of their tables. */
  private val walked = mutable.HashMap.empty[Long, Lineage.Read]

  def read(captured: Captured): Vector[Signal] = captured match {
    case Captured.QueryStarted(event, Some(query)) =>
      begun(Late.of(event), query)
    case Captured.QueryStarted(event, None) => await(Late.of(event))
    case Captured.QueryBegan(outline) => outline.stream.filter(streams.knows)
        .fold(await(Late(outline, None)))(streams.batch(outline, _, None))
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
    if (RememberedFrames.checkpoints(action))
      done.foreach(q => frames.remember(q.analyzed, new Lineage(rules, sessions.of(q))))
    val counted = done.fold(Counted())(counting(_, stages))
    val read = walked.remove(event.executionId)
    val versions = read.filter(_ => error.isEmpty).fold(Map.empty[DatasetId, String])(_.versions)
    val own = facets.ended(event.executionId, query, read.map(_.lineage), error.isEmpty)
    val added = own ++ extensions.ended(
      event.executionId,
      at,
      error,
      (s, millis) => Vector(s.of(event, error.map(_.message), millis, query))
    )
    val Counted(written, reads, tasks) = counted
    Signal.QueryEnded(event.executionId, at, error, written, versions, added, reads, tasks)
  }

  private def await(start: Late): Vector[Signal] = {
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
      Signal.QueryEnded(id, at, error, None, added = added ++ Additions(lineage = Late.lost))
    )
  }

  /** A batch of a stream has no run of its own. */
  private def begun(start: Late, query: QueryExecution): Vector[Signal] =
    ActiveStreams.ofBatch(query).filter(streams.knows) match {
      case Some(run) => streams.batch(start.outline, run, Some(query))
      case None => started(start, query).toVector
    }

  private def unread(start: Late, node: => String = ""): Signal.QueryStarted = {
    val (emitted, scope) = extensions.emitted(start.outline.id, start.outline.tags)
    val named = scope.fold(name(start.outline, node, None))(s => s"$application.$s")
    start.unread(JobId(config.namespace, named), emitted)
  }

  /** None where Spark could not analyse the query: such text has no plan, reads nothing and writes nothing. Spark 4
    * announces it all the same.
    */
  private def started(start: Late, query: QueryExecution): Option[Signal] =
    Try(query.analyzed).toOption.map { analyzed =>
      plans.instead(analyzed.getClass.getName)
        .fold(started(start, query, analyzed))(lean(start, query, analyzed, _))
    }

  /** The run is told of, without its plan being read. */
  private def lean(start: Late, query: QueryExecution, analyzed: LogicalPlan, lineage: PlanLineage): Signal =
    unread(start, analyzed.nodeName).copy(
      jobType = if (analyzed.isStreaming) JobType.streaming else JobType.sql,
      lineage = lineage,
      sql = SqlText.of(query.logical),
      description = JobDescriptions.of(start.outline.description, SqlText.of(query.logical)),
      reported = reported(query.optimizedPlan, lineage, analyzed.isStreaming)
    )

  private def started(start: Late, query: QueryExecution, analyzed: LogicalPlan): Signal = {
    planLog(query)
    val outline = start.outline
    facets.began(outline)
    val jobType = if (analyzed.isStreaming) JobType.streaming else JobType.sql
    val draft = Draft(
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
      if (reported.isSilent(query.optimizedPlan, analyzed.isStreaming)) Consulted.nothing
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

  private def alone(query: QueryExecution): AgentsWalk =
    new AgentsWalk(new Lineage(rules, Sessions.alone(sessions.of(query))))

  private def name(outline: Outline, otherwise: => String, suffix: Option[String]): String =
    JobNames.query(application, JobNames.command(outline.node, otherwise), suffix, config.jobName)
}
