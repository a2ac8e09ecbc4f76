package io.headwater.shell

import java.time.Instant

import scala.collection.mutable
import scala.util.Try

import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan
import org.apache.spark.sql.execution.QueryExecution
import org.apache.spark.sql.execution.ui.SparkListenerSQLExecutionStart

import io.headwater.model._
import io.headwater.plan.naming.SeenTables
import io.headwater.plan.shim.SparkShim
import io.headwater.plan.walk.Reading
import io.headwater.plan.writes.WriteToStream
import io.headwater.plan.{Lineage, Surroundings}
import io.headwater.shell.config.AgentConfig
import io.headwater.shell.context._
import io.headwater.shell.lifecycle.Signal
import io.headwater.shell.listener.Captured
import io.headwater.shell.python.answers.Consulted
import io.headwater.shell.python.snapshot.Nodes
import io.headwater.shell.python.{Consulting, DeclaredFunctions, Draft}

/** Turns what the bus thread captured into signals: walks plans, names jobs, reads metrics. On the worker thread only. */
final class Desk(
    config: AgentConfig,
    shim: SparkShim,
    rules: LogicalPlan => Reading,
    application: String,
    python: Consulting,
    unread: Unread
) {
  private val reported = new Reported(config.filter.allowed.toSet, config.filter.denied.toSet)

  private val tables = new SeenTables // the worker's thread alone
  private val jobs = new RddDesk(config, application, python, unread)
  private val frames = new RememberedFrames

  /** Queries whose start came without their plan, because the bus lagged; the end brings it. */
  private val late = mutable.HashMap.empty[Long, SparkListenerSQLExecutionStart]

  /** What tells the versions that running queries make of their tables. */
  private val walked = mutable.HashMap.empty[Long, Lineage.Read]

  def read(captured: Captured): Vector[Signal] = captured match {
    case Captured.QueryStarted(event, Some(query)) => started(event, query).toVector
    case Captured.QueryStarted(event, None) =>
      late(event.executionId) = event
      Vector.empty
    case Captured.QueryEnded(event, query, failure, action) =>
      val start = for (s <- late.remove(event.executionId); q <- query; signal <- started(s, q)) yield signal
      val error = Failures.of(failure, event.errorMessage)
      if (error.isEmpty && Desk.checkpoints(action)) query.foreach(q => remember(q))
      val written = query.filter(_ => error.isEmpty).flatMap(q => Written.in(q.executedPlan))
      val made = walked.remove(event.executionId).filter(_ => error.isEmpty)
      val versions = made.fold(Map.empty[DatasetId, String])(_.versions)
      val at = Instant.ofEpochMilli(event.time)
      val added = python.ended(
        event.executionId,
        at,
        error,
        (s, millis) => Vector(s.of(event, error.map(_.message), millis, query))
      )
      start.toVector :+ Signal.QueryEnded(event.executionId, at, error, written, versions, added)
    case job: Captured.JobStarted => jobs.started(job).toVector
    case job: Captured.JobEnded => Vector(jobs.ended(job))
    case Captured.Happened(key, what) =>
      python.observe(key, what)
      Vector.empty
    case _: Captured.ApplicationStarted | _: Captured.ApplicationEnded | _: Captured.Reached => Vector.empty
  }

  /** None where Spark could not analyse the query: such text has no plan, reads nothing and writes nothing. Spark 4
    * announces it all the same.
    */
  private def started(event: SparkListenerSQLExecutionStart, query: QueryExecution): Option[Signal] =
    Try(query.analyzed).toOption.map { analyzed =>
      unread.instead(analyzed.getClass.getName).fold(started(
        event,
        query,
        analyzed
      ))(lean(event, query, analyzed, _))
    }

  private def started(
      event: SparkListenerSQLExecutionStart,
      query: QueryExecution,
      analyzed: LogicalPlan
  ): Signal = {
    val draft = drafted(event, query, analyzed)
    val consulted =
      if (reported.isSilent(query.optimizedPlan, analyzed.isStreaming)) Consulted.nothing
      else python.started(draft, Nodes.of(query), s => Vector(s.of(event)))
    val walk = new Lineage(consulted.rules(rules), surroundings(query))
    val read = walk.read(analyzed)
    walked(event.executionId) = read
    val lineage = consulted.also(read.lineage)
    python.found(draft.id, lineage)
    WriteToStream.batch(analyzed).foreach(batch => frames.replace(ids(batch), walk.frame(batch)))
    val (emitted, scope) = python.emitted(draft.id, draft.tags)
    val job = scope.fold(name(event, analyzed, lineage.nameSuffix))(s => s"$application.$s")
    signal(event, draft.copy(job = JobId(config.namespace, job)), query, analyzed, lineage)
      .copy(lasting = consulted.lasting, added = consulted.now ++ emitted)
  }

  /** The run is told of, without its plan being read. */
  private def lean(
      event: SparkListenerSQLExecutionStart,
      query: QueryExecution,
      analyzed: LogicalPlan,
      lineage: PlanLineage
  ): Signal = signal(event, drafted(event, query, analyzed), query, analyzed, lineage)

  private def drafted(
      event: SparkListenerSQLExecutionStart,
      query: QueryExecution,
      analyzed: LogicalPlan
  ): Draft = Draft(
    event.executionId,
    Instant.ofEpochMilli(event.time),
    RunIds.at(event.time),
    JobId(config.namespace, name(event, analyzed, None)),
    if (analyzed.isStreaming) JobType.streaming else JobType.sql,
    SqlText.of(query.logical),
    event.jobTags
  )

  private def signal(
      event: SparkListenerSQLExecutionStart,
      draft: Draft,
      query: QueryExecution,
      analyzed: LogicalPlan,
      lineage: PlanLineage
  ): Signal.QueryStarted = Signal.QueryStarted(
    id = draft.id,
    root = event.rootExecutionId.getOrElse(event.executionId),
    at = draft.at,
    runId = draft.runId,
    job = draft.job,
    jobType = draft.jobType,
    lineage = lineage,
    sql = draft.sql,
    reported = reported(query.optimizedPlan, lineage, analyzed.isStreaming)
  )

  /** What a checkpoint holds comes from this plan, which Spark forgets. */
  private def remember(query: QueryExecution): Unit =
    frames.add(ids(query.analyzed), new Lineage(rules, surroundings(query)).frame(query.analyzed))

  private def ids(plan: LogicalPlan): Seq[Long] = plan.output.map(_.exprId.id)

  private def name(
      event: SparkListenerSQLExecutionStart,
      analyzed: LogicalPlan,
      suffix: Option[String]
  ): String = {
    val command = JobNames.command(event.sparkPlanInfo, analyzed.nodeName)
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
