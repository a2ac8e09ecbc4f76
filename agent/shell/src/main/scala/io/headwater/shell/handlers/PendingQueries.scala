package io.headwater.shell.handlers

import scala.collection.mutable

import org.apache.spark.sql.execution.QueryExecution

import io.headwater.shell.capture.{Captured, ExecutionEvents, RddJob}
import io.headwater.shell.lifecycle.SparkExecution

/** Queries whose start came without a plan, because the listener bus or the queue of the worker lagged: the end of the
  * query may bring the plan. If the bus lagged, the query has ended already and its end is in the bus. Until then the events
  * of the queries inside it wait too: they are part of its run, and may read what it has defined. In a batch of a stream, all
  * queries have the batch as their root, so each one waits for the first that is pending there. A query of the rows of an
  * RDD waits, too, because they may be those of a batch that is pending. What waits is bounded. If the end of a query has been
  * dropped ([[DroppedEnds]]), nothing waits for it any more.
  *
  * @param isBatch whether an execution is a batch that is known; the queries inside it read its rows
  */
private[handlers] final class PendingQueries(isBatch: Long => Boolean = _ => false) {
  private val starts = mutable.LinkedHashMap.empty[Long, (QueryStart, MissingPlan)]

  /** The events of inner queries and jobs, by the execution id of the query that they wait for. */
  private val waiting = mutable.Map.empty[Long, Vector[Captured]]

  /** The execution id of the query that an inner query or job waits for. */
  private val outer = mutable.Map.empty[SparkExecution, Long]

  def add(start: QueryStart, reason: MissingPlan): Unit = starts(start.info.executionId) = start -> reason

  /** Keeps the event if it is of a query that has to wait.
    *
    * @return whether it has been kept
    */
  def keep(captured: Captured): Boolean = {
    val awaited = outerOf(captured)
    awaited.foreach(id => waiting(id) = waiting.getOrElse(id, Vector.empty) :+ captured)
    awaited.isDefined
  }

  /** Removes the start of a query, and the events that have waited for it. */
  def remove(id: Long): Option[(QueryStart, Vector[Captured])] =
    starts.remove(id).map { case (start, _) =>
      val events = waiting.remove(id).getOrElse(Vector.empty)
      outer --= outer.collect { case (inner, `id`) => inner }
      (start, events)
    }

  /** The query for which so many events wait that it must wait no longer. */
  def full: Option[Long] =
    waiting.collectFirst { case (id, events) if events.size >= PendingQueries.maxWaiting => id }

  /** The query that has waited longest. */
  def first: Option[Long] = starts.headOption.map(_._1)

  private def outerOf(captured: Captured): Option[Long] = captured match {
    case Captured.QueryStarted(event, query, _) =>
      val root = ExecutionEvents.root(event)
      val own = SparkExecution.Query(event.executionId)
      await(own, root).orElse(before(own, root, query))
    case Captured.JobStarted(job, _, _, _) => await(job)
    case Captured.JobUnread(job, _) => await(job)
    case Captured.JobEnded(job, _, _, _) => outer.remove(job)
    case Captured.JobEventReceived(run, _) =>
      val executions = run.query.toVector :+ run.execution
      val pending = executions.collect { case SparkExecution.Query(id) if starts.contains(id) => id }
      executions.flatMap(outer.get(_)).headOption.orElse(pending.headOption)
    case Captured.ReducedStart(info) => await(info.execution, Some(info.rootExecutionId))
    case ended: Captured.QueryEnded =>
      outer.remove(ended.execution).orElse(starts.get(ended.execution.executionId).flatMap { case (s, _) =>
        before(ended.execution, Some(s.info.rootExecutionId), ended.query)
      })
    case Captured.ReducedEnd(execution, _, _, _) => outer.remove(execution)
    case Captured.EndDropped(execution, _) => outer.remove(execution)
    case _ => None
  }

  /** The query that this one waits for: one with the same root that has no plan yet. */
  private def await(query: SparkExecution.Query, root: Option[Long]): Option[Long] =
    root.filter(_ != query.executionId).flatMap(r =>
      starts.values.collectFirst { case (s, _) if s.info.rootExecutionId == r => s }
    ).map(waits(query, _))

  /** A job of a query that is pending. */
  private def await(job: RddJob): Option[Long] =
    job.batch.flatMap(batch => starts.get(batch.executionId)).map { case (start, _) =>
      waits(job.execution, start)
    }

  /** The last query that is pending, had ended when its start was read, and has begun before this one, if this one reads the
    * rows of an RDD that may be those of the pending one.
    */
  private def before(
      own: SparkExecution.Query,
      root: Option[Long],
      query: Option[QueryExecution]
  ): Option[Long] =
    starts.values.collect { case (s, MissingPlan.BusLagged) if s.info.executionId < own.executionId => s }
      .lastOption
      .filter(_ => !root.exists(isBatch) && query.exists(ForeachBatchFrames.readsAny)).map(waits(own, _))

  private def waits(inner: SparkExecution, start: QueryStart): Long = {
    outer(inner) = start.info.executionId
    start.info.executionId
  }
}

/** Why the start of a query has no plan. */
private[handlers] sealed trait MissingPlan
private[handlers] object MissingPlan {

  /** The listener bus lagged: the query had ended when its start was read. */
  case object BusLagged extends MissingPlan

  /** The queue of the worker was full: the query may still run. */
  case object QueueFull extends MissingPlan
}

private[handlers] object PendingQueries {

  /** How many events may wait for one query: they hold plans. */
  val maxWaiting = 1000
}
