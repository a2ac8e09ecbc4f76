package io.headwater.shell.handlers

import java.time.Instant

import scala.util.Try

import org.apache.spark.scheduler.StageInfo
import org.apache.spark.sql.execution.QueryExecution
import org.apache.spark.sql.execution.ui.SparkListenerSQLExecutionEnd

import io.headwater.model.{Additions, Commit, DatasetId, RunError}
import io.headwater.shell.capture.{Captured, CompletedStage, ExecutionEvents, ThriftStatements}
import io.headwater.shell.extensions.ExtensionCoordinator
import io.headwater.shell.extensions.snapshot.{Subject, Subjects}
import io.headwater.shell.facets.{RunFacets, SessionFacet}
import io.headwater.shell.failures.Failures
import io.headwater.shell.lifecycle.{Signal, SparkExecution}
import io.headwater.shell.naming.JobDescriptions
import io.headwater.shell.session.RememberedLineage
import io.headwater.shell.sqlmetrics.{QueryMetrics, QueryMetricsReader}

/** Turns the end of a query into a signal: reads its metrics and what it has committed, and calls the
  * extensions. Used on the worker thread only.
  */
final class QueryEndHandler(
    reader: PlanReader,
    remembered: RememberedLineage,
    extensions: ExtensionCoordinator,
    facets: RunFacets,
    statements: ThriftStatements
) {
  private val metrics = new QueryMetricsReader(query => reader.lineage(reader.sessions.of(query)))

  /** The end, and why a part of it could not be read.
    *
    * @param started what was read of the plan at the start, if it was read
    */
  def end(ended: Captured.QueryEnded, at: Instant, started: Option[StartedQuery]): Vector[Try[Signal]] = {
    val Captured.QueryEnded(event, query, failure, action, stages) = ended
    val error = Failures.of(failure, ExecutionEvents.error(event))
    val completed = query.filter(_ => error.isEmpty)
    val parts = new RunEndBuilder
    parts.attempt(())(started.foreach(_.read.ended(error.isEmpty)))
    if (RememberedLineage.checkpoints(action))
      parts.attempt(())(completed.foreach(remember(_, stages.map(_.info), started)))
    val counts = parts.attempt(QueryMetrics())(counted(completed, stages, started))
    val none = Map.empty[DatasetId, Commit]
    val commits = parts.attempt(none)(started.filter(_ => error.isEmpty).fold(none)(_.commits(at)))
    val hasJob = facets.hasJob(event.executionId)
    val agentFacets =
      parts.attempt(Additions.none)(facetsOf(event.executionId, query, started, error.isEmpty))
    val extensionFacets = parts.attempt(Additions.none)(
      extensions.ended(ended.execution, at, error, subjects(event, query, error))
    )
    parts.of(Signal.RunEnded(
      ended.execution,
      at,
      error,
      counts.written,
      commits,
      agentFacets ++ extensionFacets,
      counts.reads,
      counts.tasks,
      counts.outputs,
      hasJob
    ))
  }

  private def subjects(
      event: SparkListenerSQLExecutionEnd,
      query: Option[QueryExecution],
      error: Option[RunError]
  )(all: Subjects, millis: Long): Vector[Subject] = Vector(all.of(event, error.map(_.message), millis, query))

  private def counted(
      query: Option[QueryExecution],
      stages: Vector[CompletedStage],
      started: Option[StartedQuery]
  ): QueryMetrics =
    query.filter(_ => QueryEndHandler.isCounted(started)).fold(QueryMetrics())(metrics(_, stages))

  private def facetsOf(
      executionId: Long,
      query: Option[QueryExecution],
      started: Option[StartedQuery],
      succeeded: Boolean
  ): Additions = {
    val inEvent = query.filter(_ => QueryEndHandler.isInRun(started))
    val callSite = JobDescriptions.callSite(started.flatMap(_.info.description))
    client(executionId) ++
      facets.ended(executionId, inEvent, started.map(_.read.lineage), succeeded, callSite)
  }

  /** The start of a query does not tell its job group on Spark 3.5. */
  private def client(executionId: Long): Additions =
    SessionFacet.of(statements.session(Set.empty, facets.group(executionId), None))

  private def remember(
      query: QueryExecution,
      stages: Vector[StageInfo],
      started: Option[StartedQuery]
  ): Unit = {
    val session = started.fold(reader.sessions.of(query))(s => reader.sessions.of(query, s.info))
    remembered.remember(query.analyzed, reader.lineage(session), stages)
  }

  /** The end of a query without its metrics: the queue was full. */
  def withoutMetrics(
      query: SparkExecution.Query,
      at: Instant,
      error: Option[RunError],
      started: Option[StartedQuery]
  ): Vector[Try[Signal]] = {
    val parts = new RunEndBuilder
    parts.attempt(())(started.foreach(_.read.ended(error.isEmpty)))
    val added = parts.attempt(Additions.none)(extensions.ended(query, at, error))
    val gap = Additions(lineage = QueryStartHandler.planNotRead)
    parts.of(Signal.RunEnded(query, at, error, None, added = added ++ gap))
  }

  /** The end of a query whose end was dropped. That it has succeeded is not known, so the session learns nothing of it.
    *
    * @param at when it had ended at the latest
    */
  def dropped(query: SparkExecution.Query, at: Instant): Vector[Try[Signal]] = {
    facets.forget(query.executionId)
    val error = Some(UnknownEnd.ofQuery.error)
    val parts = new RunEndBuilder
    val added = parts.attempt(Additions.none)(extensions.ended(query, at, error))
    parts.of(Signal.RunEnded(query, at, error, None, added = added ++ UnknownEnd.ofQuery.gap))
  }
}

private[handlers] object QueryEndHandler {

  /** Whether a run may tell the plan of the query. That of one whose plan was not read at its start does so. */
  def isInRun(started: Option[StartedQuery]): Boolean = started.forall(_.isMeasured)

  /** Whether the metrics of the plan are those of a run, and no other execution has the plan. A query whose plan was not
    * read at its start has no datasets to count for: it has no run, or the circuit breaker had tripped.
    */
  def isCounted(started: Option[StartedQuery]): Boolean =
    started.exists(q => q.isMeasured && q.plan.isExclusive)
}
