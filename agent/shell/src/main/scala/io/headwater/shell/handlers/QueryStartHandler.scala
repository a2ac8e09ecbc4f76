package io.headwater.shell.handlers

import java.time.Instant

import scala.annotation.tailrec
import scala.collection.mutable

import org.apache.spark.sql.catalyst.plans.logical.{Command, LogicalPlan, WithCTE}
import org.apache.spark.sql.execution.QueryExecution
import org.apache.spark.sql.execution.datasources.InsertIntoHadoopFsRelationCommand
import org.apache.spark.sql.execution.ui.SparkListenerSQLExecutionStart

import io.headwater.model.{Commit, DatasetId, Gap, JobType, PlanLineage, QueryTime}
import io.headwater.plan.Lineage
import io.headwater.plan.session.CurrentNamespace
import io.headwater.plan.shim.SparkShim
import io.headwater.plan.vendor.delta.{DeltaMaintenance, DeltaReads}
import io.headwater.plan.writes.InsertTarget
import io.headwater.shell.capture.{AvailablePlans, QueryInfo, ThriftStatements}
import io.headwater.shell.config.AgentConfig
import io.headwater.shell.extensions.RunDraft
import io.headwater.shell.extensions.snapshot.Nodes
import io.headwater.shell.facets.RunFacets
import io.headwater.shell.lifecycle.{Signal, SparkExecution}
import io.headwater.shell.naming.{JobDescriptions, RunIds, SqlText}
import io.headwater.util.Named

/** The start of a query, which may have to wait for its plan.
  *
  * @param event `None` if a queue was full, so that only `info` is known
  */
final case class QueryStart(info: QueryInfo, event: Option[SparkListenerSQLExecutionStart])

object QueryStart {
  def of(event: SparkListenerSQLExecutionStart, current: Option[CurrentNamespace]): QueryStart =
    QueryStart(QueryInfo.of(event).copy(current = current), Some(event))
}

/** What the end of a query needs of its start.
  *
  * @param isMeasured
  *   whether the metrics of the query are those of a run: of its own, or of the query that it is a part of, unless it only
  *   compacts what that has written
  * @param outputs
  *   the datasets that it writes to
  * @param plan
  *   the plan that it executes; other threads may execute the plan of the same DataFrame
  */
final case class StartedQuery(
    info: QueryInfo,
    read: Lineage.Result,
    isMeasured: Boolean,
    outputs: ConcurrentUse.Use[DatasetId],
    plan: ConcurrentUse.Use[QueryExecution]
) {
  def commits(end: Instant): Map[DatasetId, Commit] =
    read.commits(QueryTime(info.start, end, outputs.isExclusive))
}

/** Turns the start of a query into a signal: filters it, reads its plan and names its job. Used on the worker thread
  * only.
  */
final class QueryStartHandler(
    config: AgentConfig,
    shim: SparkShim,
    reader: PlanReader,
    builder: RunStartBuilder,
    facets: RunFacets,
    statements: ThriftStatements,
    writers: ConcurrentUse[DatasetId]
) {
  private val filter = new QueryFilter(config.filter)
  private val planLog = new PlanLog(config.debug.logPlan, config.redactor)

  /** What was read of the plans of running queries, for their ends, by execution id. */
  private val running = mutable.HashMap.empty[Long, StartedQuery]
  private val plans = new ConcurrentUse[QueryExecution]

  /** `None` if Spark could not analyse the query: such a statement has no plan, reads nothing and writes nothing. Spark 4
    * announces it nevertheless.
    *
    * @param streamingQuery the one that writes by this query
    */
  def start(
      pending: QueryStart,
      query: QueryExecution,
      streamingQuery: Option[SparkExecution.StreamingQuery]
  ): Option[Signal] =
    AvailablePlans.analyzed(query).map { analyzed =>
      reader.lineageIfSkipped(analyzed) match {
        case Some(lineage) => breakerTripped(pending.info, query, analyzed, lineage)
        case None => read(pending, query, analyzed, streamingQuery)
      }
    }

  /** The start of a query of which nothing is known but that it ran. `None` if Spark has made no physical plan of it: such a
    * statement has failed before it could read or write.
    */
  def withoutPlan(pending: QueryStart): Option[Signal] =
    if (pending.info.node.isEmpty) None
    else {
      reader.sessions.planUnread(pending.info.node, None)
      val draft = draftOf(pending.info, JobType.sql, "", None)
      Some(
        builder.withoutPlan(RunStart(draft, pending.info.root), QueryStartHandler.planNotRead, draft.job.name)
      )
    }

  def isRunning(executionId: Long): Boolean = running.contains(executionId)

  /** Forgets the query, and returns what was read of its plan at the start. */
  def take(executionId: Long): Option[StartedQuery] = {
    val started = running.remove(executionId)
    for (query <- started) {
      writers.ended(query.outputs)
      plans.ended(query.plan)
    }
    started
  }

  private def breakerTripped(
      info: QueryInfo,
      query: QueryExecution,
      analyzed: LogicalPlan,
      lineage: PlanLineage
  ): Signal = {
    reader.sessions.planUnread(info.node, Some(query))
    val start = startWithoutPlan(info, query, analyzed)
    builder.withoutPlan(start, lineage, start.draft.job.name)
      .copy(reported = filter(root(query, analyzed), lineage, analyzed.isStreaming))
  }

  private def read(
      pending: QueryStart,
      query: QueryExecution,
      analyzed: LogicalPlan,
      streamingQuery: Option[SparkExecution.StreamingQuery]
  ): Signal = {
    planLog(query)
    val info = pending.info
    val start = startOf(pending, query, analyzed)
    val extensions = builder.callExtensions(start)
    val walk = reader.lineage(reader.sessions.of(query, info), extensions)
    val read = reader.timed(walk.read(analyzed, query.logical))
    val extended = extensions.result(read.lineage)
    val lineage = extended.lineage
    val reported = filter(root(query, analyzed), lineage, analyzed.isStreaming)
    running(info.executionId) = StartedQuery(
      info,
      read,
      isMeasured = if (info.root == info.execution) reported else !compactsWrite(info, analyzed),
      writers.began(streamingQuery.getOrElse(ownerOf(info)), read.lineage.sinks.map(_.dataset.id)),
      plans.began(ownerOf(info), Some(query))
    )
    builder.build(start, extended, builder.names.query(info.node, analyzed.nodeName, lineage)).copy(
      reported = reported,
      parameters = facets.parameters(query, shim),
      runsQueries = runsQueries(analyzed)
    )
  }

  /** Whether Spark may execute other queries for a plan. An insert into files runs as one query. */
  @tailrec private def runsQueries(analyzed: LogicalPlan): Boolean = analyzed match {
    case w: WithCTE => runsQueries(w.plan)
    case _: InsertIntoHadoopFsRelationCommand |
        Named("InsertIntoHiveTable" | "InsertIntoHiveDirCommand") => false
    case plan => plan.isInstanceOf[Command]
  }

  /** Whether the query compacts a Delta table after the write of another one: its rows are not those of the write. */
  private def compactsWrite(info: QueryInfo, analyzed: LogicalPlan): Boolean =
    DeltaReads.ofCompaction(analyzed) &&
      !running.values.exists(q => q.info.root == info.root && DeltaMaintenance.compacts(q.info.node))

  private def startOf(pending: QueryStart, query: QueryExecution, analyzed: LogicalPlan): RunStart = {
    val info = pending.info
    val start = startWithoutPlan(info, query, analyzed)
    val delegates = reader.delegates(reader.sessions.of(query, info))
    start.copy(
      draft = start.draft.copy(query = Some(query), delegates = Some(delegates)),
      nodes = Nodes.of(query),
      subjects = subjects => pending.event.map(subjects.of(_)).toVector,
      consultExtensions = !filter.isSilent(root(query, analyzed), analyzed.isStreaming),
      node = info.node
    )
  }

  private def startWithoutPlan(info: QueryInfo, query: QueryExecution, analyzed: LogicalPlan): RunStart = {
    val text = SqlText.of(query.logical)
    val draft = draftOf(info, jobType(analyzed), analyzed.nodeName, redacted(text, query, analyzed))
    RunStart(draft, info.root, description = JobDescriptions.of(info.description, text))
  }

  /** The query that it writes for: itself, or the running query that it is inside of. */
  private def ownerOf(info: QueryInfo): SparkExecution =
    if (isRunning(info.rootExecutionId)) info.root else info.execution

  /** The statement. Its text alone does not tell which values go into sensitive columns of a table. */
  private def redacted(text: Option[String], query: QueryExecution, analyzed: LogicalPlan): Option[String] =
    text.map(config.redactor.inserted(_, InsertTarget.columns(query.logical, analyzed)))

  /** The plan whose root decides whether the query gets a run. */
  private def root(query: QueryExecution, analyzed: LogicalPlan): LogicalPlan =
    AvailablePlans.optimized(query).getOrElse(analyzed)

  /** @param node the plan's root, which names the job if the event has no physical plan */
  private def draftOf(info: QueryInfo, jobType: JobType, node: => String, sql: Option[String]): RunDraft =
    RunDraft(
      info.execution,
      info.start,
      RunIds.at(info.time),
      builder.job(builder.names.query(info.node, node)),
      jobType,
      sql,
      info.tags,
      client = statements.session(info.tags, info.group, info.description)
    )

  private def jobType(plan: LogicalPlan): JobType = if (plan.isStreaming) JobType.streaming else JobType.sql
}

object QueryStartHandler {

  /** The lineage of a query whose plan, or whose end, came without Spark's objects. */
  val planNotRead: PlanLineage = PlanLineage(gaps =
    Vector(Gap(
      "SparkListenerEvent",
      "queue",
      "the agent lagged behind Spark: the plan, or what was written, has not been read"
    ))
  )
}
