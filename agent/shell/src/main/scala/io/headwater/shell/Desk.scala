package io.headwater.shell

import java.time.Instant

import scala.collection.mutable
import scala.util.Try

import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan
import org.apache.spark.sql.execution.QueryExecution

import io.headwater.model._
import io.headwater.plan.naming.SeenTables
import io.headwater.plan.shim.SparkShim
import io.headwater.plan.walk.Reading
import io.headwater.plan.writes.WriteToStream
import io.headwater.plan.{Frames, Lineage, Surroundings}
import io.headwater.shell.config.AgentConfig
import io.headwater.shell.context._
import io.headwater.shell.lifecycle.Signal
import io.headwater.shell.listener.{Captured, Outline}
import io.headwater.shell.python.answers.Consulted
import io.headwater.shell.python.snapshot.Nodes
import io.headwater.shell.python.{Consulting, DeclaredFunctions}

/** Turns what the bus thread captured into signals: walks plans, names jobs, reads metrics. On the worker thread only. */
final class Desk(
    config: AgentConfig,
    shim: SparkShim,
    rules: LogicalPlan => Reading,
    application: String,
    extensions: Consulting,
    plans: Unread
) {
  private val reported = new Reported(config.filter.allowed.toSet, config.filter.denied.toSet)

  private val tables = new SeenTables // the worker's thread alone
  private val jobs = new RddDesk(config, application, extensions, plans)
  private val frames = new RememberedFrames

  /** Queries whose start came without their plan, because the bus or the worker lagged; the end may bring it. */
  private val late = mutable.LinkedHashMap.empty[Long, Late]

  /** What tells the versions that running queries make of their tables. */
  private val walked = mutable.HashMap.empty[Long, Lineage.Read]

  def read(captured: Captured): Vector[Signal] = captured match {
    case Captured.QueryStarted(event, Some(query)) =>
      started(Late.of(event), query).toVector
    case Captured.QueryStarted(event, None) => await(Late.of(event))
    case Captured.QueryBegan(outline) => await(Late(outline, None))
    case Captured.QueryOver(id, time, failure, message) =>
      over(id, Instant.ofEpochMilli(time), Failures.of(failure, message))
    case Captured.QueryEnded(event, query, failure, action) =>
      val start =
        late.remove(event.executionId).flatMap(s => query.fold(Option[Signal](unread(s)))(started(s, _)))
      val error = Failures.of(failure, event.errorMessage)
      if (error.isEmpty && Desk.checkpoints(action)) query.foreach(q => remember(q))
      val written = query.filter(_ => error.isEmpty).flatMap(q => Written.in(q.executedPlan))
      val made = walked.remove(event.executionId).filter(_ => error.isEmpty)
      val versions = made.fold(Map.empty[DatasetId, String])(_.versions)
      val at = Instant.ofEpochMilli(event.time)
      val added = extensions.ended(
        event.executionId,
        at,
        error,
        (s, millis) => Vector(s.of(event, error.map(_.message), millis, query))
      )
      start.toVector :+ Signal.QueryEnded(event.executionId, at, error, written, versions, added)
    case job: Captured.JobStarted => jobs.started(job).toVector
    case job: Captured.JobEnded => Vector(jobs.ended(job))
    case Captured.Happened(key, what) =>
      extensions.observe(key, what)
      Vector.empty
    case _: Captured.ApplicationEnded =>
      val rest = late.values.map(unread(_)).toVector
      late.clear()
      rest
    case _: Captured.ApplicationStarted | _: Captured.Reached => Vector.empty
  }

  private def await(start: Late): Vector[Signal] = {
    late(start.outline.id) = start
    Vector.empty
  }

  /** The end of a query, without what it has written. */
  private def over(id: Long, at: Instant, error: Option[RunError]): Vector[Signal] = {
    walked.remove(id)
    val start = late.remove(id).map(unread(_))
    val added = extensions.ended(id, at, error, (_, _) => Vector.empty)
    start.toVector :+ Signal.QueryEnded(id, at, error, None, added = added ++ Additions(lineage = Late.lost))
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
      reported = reported(query.optimizedPlan, lineage, analyzed.isStreaming)
    )

  private def started(start: Late, query: QueryExecution, analyzed: LogicalPlan): Signal = {
    val outline = start.outline
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
      alone(query)
    )
    val consulted =
      if (reported.isSilent(query.optimizedPlan, analyzed.isStreaming)) Consulted.nothing
      else extensions.started(draft, Nodes.of(query), s => start.event.map(s.of(_)).toVector)
    val walk = new Lineage(consulted.rules(rules), surroundings(query))
    val read = walk.read(analyzed)
    walked(draft.id) = read
    val lineage = consulted.also(read.lineage)
    extensions.found(draft.id, lineage)
    WriteToStream.batch(analyzed).foreach(batch => frames.replace(ids(batch), walk.frame(batch)))
    val (emitted, scope) = extensions.emitted(draft.id, draft.tags)
    val job = scope.fold(name(outline, analyzed.nodeName, lineage.nameSuffix))(s => s"$application.$s")
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
      added = consulted.now ++ emitted
    )
  }

  /** What the agent finds at a plan of a query; on any thread, so that it shares nothing with the walk. */
  private def alone(query: QueryExecution): LogicalPlan => Vector[Dataset] = {
    lazy val lineage =
      new Lineage(rules, surroundings(query).copy(tables = new SeenTables, frames = Frames.none))
    plan => lineage.of(plan).sources
  }

  /** What a checkpoint holds comes from this plan, which Spark forgets. */
  private def remember(query: QueryExecution): Unit =
    frames.add(ids(query.analyzed), new Lineage(rules, surroundings(query)).frame(query.analyzed))

  private def ids(plan: LogicalPlan): Seq[Long] = plan.output.map(_.exprId.id)

  private def name(outline: Outline, otherwise: => String, suffix: Option[String]): String = {
    val command = JobNames.command(outline.node, otherwise)
    val node = if (config.jobName.replaceDotWithUnderscore) command.replace('.', '_') else command
    JobNames.query(application, node, suffix.filter(_ => config.jobName.appendDatasetName))
  }

  private def surroundings(query: QueryExecution): Surroundings = Surroundings(
    tables = tables,
    warehouse = shim.conf(query, "spark.sql.warehouse.dir"),
    metastore =
      shim.conf(query, "spark.sql.catalogImplementation").filter(_ == "hive").flatMap(_ => metastore(query)),
    conf = shim.conf(query, _),
    frames = frames,
    declared = DeclaredFunctions.find
  )

  /** An embedded metastore has no address: its tables go by the warehouse. */
  private def metastore(query: QueryExecution): Option[String] =
    shim.hadoop(query, "hive.metastore.uris").map(_.trim).filter(_.nonEmpty)
}

object Desk {

  /** Actions that make a frame without a plan of another one. */
  private val checkpoints = Set("checkpoint", "localCheckpoint")
}
