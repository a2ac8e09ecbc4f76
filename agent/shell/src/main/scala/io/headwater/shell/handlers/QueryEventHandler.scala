package io.headwater.shell.handlers

import java.time.Instant

import scala.util.{Failure, Success, Try}

import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan
import org.apache.spark.sql.execution.QueryExecution

import io.headwater.model.DatasetId
import io.headwater.plan.session.{CheckpointedRdds, SeenTables}
import io.headwater.plan.shim.SparkShim
import io.headwater.plan.walk.NodeLineage
import io.headwater.shell.capture.{
  ActiveStreams,
  AvailablePlans,
  Captured,
  QueryInfo,
  RddJob,
  SparkStatus,
  ThriftStatements
}
import io.headwater.shell.config.AgentConfig
import io.headwater.shell.extensions.ExtensionCoordinator
import io.headwater.shell.facets.RunFacets
import io.headwater.shell.failures.Failures
import io.headwater.shell.lifecycle.{Signal, SparkExecution}
import io.headwater.shell.meters.Meters
import io.headwater.shell.naming.JobNames
import io.headwater.shell.queue.BusProgress
import io.headwater.shell.session.{RememberedLineage, SessionContexts}
import io.headwater.util.Attempts

/** Turns captured Spark events into signals for the run state machine. It pairs starts with their plans and passes each
  * event to the handler of its kind. Used on the worker thread only.
  */
final class QueryEventHandler(
    config: AgentConfig,
    shim: SparkShim,
    rules: LogicalPlan => NodeLineage,
    application: String,
    extensions: ExtensionCoordinator,
    skipped: SkippedPlans,
    meters: Meters,
    facets: RunFacets,
    progress: BusProgress
) {
  private val remembered = new RememberedLineage
  private val checkpoints = new CheckpointedRdds
  private val sessions = new SessionContexts(
    shim,
    new SeenTables,
    checkpoints,
    remembered,
    config.columnLineage.descriptions,
    config.events.viewsAsDatasets,
    config.columnLineage.inputFields,
    config.dataset.names(_: DatasetId),
    config.redactor
  )
  private val writers = new ConcurrentUse[DatasetId]
  private val names = new JobNames(application, config.jobName, config.dataset.names.ofJob(_))
  private val builder = new RunStartBuilder(extensions, config.application.namespace, names)
  private val reader = new PlanReader(rules, sessions, skipped, meters)
  private val statements = new ThriftStatements
  private val starts = new QueryStartHandler(config, shim, reader, builder, facets, statements, writers)
  private val ends = new QueryEndHandler(reader, remembered, extensions, facets, statements)
  private val streams = new StreamingQueryHandler(
    new StreamingQueryStartHandler(config, reader, builder, writers),
    reader,
    remembered,
    extensions,
    writers
  )
  private val jobs = new RddJobHandler(config, reader, builder, extensions, facets, statements, checkpoints)

  private val pending = new PendingQueries(streams.isForeachBatch)
  private val droppedEnds = new DroppedEnds(progress, SparkStatus.isRunning(_))

  /** The signals of an event, of those that have waited for it, of queries whose ends were dropped, and of a query or
    * stream whose start was. What one event throws costs no other one its signals.
    */
  def handle(captured: Captured): Vector[Try[Signal]] = {
    val startDropped = droppedEnds.startDropped(captured)
    attempt(droppedEnds.before(captured).flatMap(handleOne)) ++
      attempt(if (startDropped) startFromEnd(captured) else lateStart(captured)) ++ handleOne(captured)
  }

  private def lateStart(captured: Captured): Vector[Try[Signal]] =
    streams.lateStart(captured).toVector.flatMap { start =>
      droppedEnds.began(start)
      handleOne(start)
    }

  /** The start of a query whose own start was dropped. Its end has the plan, unless the queue was full. A query that Spark
    * could not plan has an end without a start, and no run.
    */
  private def startFromEnd(captured: Captured): Vector[Try[Signal]] = captured match {
    case Captured.QueryEnded(event, Some(query), _, _, _)
        if Attempts.caught(AvailablePlans.physical(query)).toOption.flatten.nonEmpty =>
      val info = QueryInfo.of(event, query)
      if (info.hasRun) successes(startWithPlan(QueryStart(info, None), query).map(UnknownStart(_)))
      else Vector.empty
    case _ => Vector.empty
  }

  private def handleOne(captured: Captured): Vector[Try[Signal]] = attempt {
    if (!pending.keep(captured)) handleNow(captured)
    else pending.full.fold(Vector.empty[Try[Signal]])(resolve(_, None))
  }

  private def attempt(signals: => Vector[Try[Signal]]): Vector[Try[Signal]] =
    Attempts.caught(signals).fold(cause => Vector(Failure(cause)), identity)

  private def handleNow(captured: Captured): Vector[Try[Signal]] = captured match {
    case Captured.QueryStarted(event, query, current) =>
      successes(start(QueryStart.of(event, current), query.toRight(MissingPlan.BusLagged)))
    case Captured.ReducedStart(info) => successes(startReduced(info))
    case ended: Captured.QueryEnded => end(ended)
    case ended: Captured.ReducedEnd => endReduced(ended)
    case Captured.EndDropped(execution, at) => endDropped(execution, at)
    case event: Captured.OfStream => streams.handle(event)
    case job: Captured.JobStarted => ofProgram(job.job)(jobs.started(job))
    case job: Captured.JobUnread => ofProgram(job.job)(jobs.unread(job))
    case job: Captured.JobEnded => jobs.ended(job)
    case Captured.QueryJob(executionId, job) =>
      facets.job(executionId, job)
      Vector.empty
    case Captured.StatementChanged(event) =>
      statements.changed(event)
      Vector.empty
    case Captured.JobEventReceived(run, event) =>
      val query = run.query.filterNot(q => streams.isForeachBatch(q.executionId))
      extensions.observe(query.getOrElse(run.execution), event)
      Vector.empty
    case _: Captured.ApplicationEnded => resolveAll() ++ attempt(successes(streams.unfinished()))
    case _: Captured.ApplicationStarted | _: Captured.Barrier => Vector.empty // for the ApplicationAgent
  }

  private def successes(signals: Iterable[Signal]): Vector[Try[Signal]] = signals.map(Success(_)).toVector

  private def endDropped(execution: SparkExecution, at: Instant): Vector[Try[Signal]] = execution match {
    case query: SparkExecution.Query =>
      resolve(query.executionId, None) ++ attempt(endOf(query, at)(_ => ends.dropped(query, at)))
    case job: SparkExecution.Job => jobs.endDropped(job, at)
    case streamingQuery: SparkExecution.StreamingQuery => streams.endDropped(streamingQuery, at)
  }

  /** In a batch, only the code of `foreachBatch` runs jobs for RDDs of the user's program. */
  private def ofProgram(job: RddJob)(signal: => Option[Signal]): Vector[Try[Signal]] =
    if (job.batch.forall(batch => streams.isForeachBatch(batch.executionId))) successes(signal)
    else Vector.empty

  private def startReduced(info: QueryInfo): Vector[Signal] =
    info.streamRunId.filter(streams.isRunning)
      .fold(start(QueryStart(info, None), Left(MissingPlan.QueueFull)))(streams.batch(info, _, None))

  private def start(start: QueryStart, query: Either[MissingPlan, QueryExecution]): Vector[Signal] =
    if (!start.info.hasRun) Vector.empty
    else query.fold(await(start, _), startWithPlan(start, _))

  private def await(start: QueryStart, reason: MissingPlan): Vector[Signal] = {
    pending.add(start, reason)
    Vector.empty
  }

  /** The start of a query that had no plan, and then what has waited for it. */
  private def resolve(executionId: Long, query: Option[QueryExecution]): Vector[Try[Signal]] =
    pending.remove(executionId).toVector.flatMap { case (start, waiting) =>
      attempt {
        successes(query.fold(starts.withoutPlan(start).toVector)(startWithPlan(start, _)))
      } ++ waiting.flatMap(handleOne)
    }

  private def resolveAll(): Vector[Try[Signal]] =
    Iterator.continually(pending.first).takeWhile(_.isDefined).flatten
      .flatMap(resolve(_, None)).toVector

  /** A batch of a streaming query has no run of its own. */
  private def startWithPlan(start: QueryStart, query: QueryExecution): Vector[Signal] =
    ActiveStreams.runIdOfBatch(query).filter(streams.isRunning) match {
      case Some(runId) => streams.batch(start.info, runId, Some(query))
      case None =>
        starts.start(withBatch(start, query), query, streams.writing(start.info.rootExecutionId)).toVector
    }

  /** A query inside another one belongs to that one, whatever it reads. */
  private def withBatch(start: QueryStart, query: QueryExecution): QueryStart =
    if (starts.isRunning(start.info.rootExecutionId)) start
    else
      streams.batchOf(query)
        .fold(start)(batch => start.copy(info = start.info.copy(rootExecutionId = batch)))

  private def end(ended: Captured.QueryEnded): Vector[Try[Signal]] = {
    val query = ended.execution
    val at = Instant.ofEpochMilli(ended.event.time)
    resolve(query.executionId, ended.query) ++ attempt(endOf(query, at)(ends.end(ended, at, _)))
  }

  /** The end of a query from a full queue, without what the query has written. */
  private def endReduced(ended: Captured.ReducedEnd): Vector[Try[Signal]] = {
    val Captured.ReducedEnd(query, time, failure, message) = ended
    val (at, error) = (Instant.ofEpochMilli(time), Failures.of(failure, message))
    resolve(query.executionId, None) ++ attempt(endOf(query, at) { started =>
      facets.forget(query.executionId)
      ends.withoutMetrics(query, at, error, started)
    })
  }

  private def endOf(query: SparkExecution.Query, at: Instant)(
      ofQuery: Option[StartedQuery] => Vector[Try[Signal]]
  ): Vector[Try[Signal]] = {
    val started = starts.take(query.executionId)
    streams.batchEnded(query, at).fold(ofQuery(started)) { signal =>
      facets.forget(query.executionId)
      Vector(Success(signal))
    }
  }
}
