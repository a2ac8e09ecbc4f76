package io.headwater.shell.handlers

import scala.collection.mutable

import io.headwater.shell.capture.{Captured, ExecutionEvents}

/** Queries whose start came without a plan, because the listener bus or the queue of the worker lagged: the end of the
  * query may bring the plan. If the bus lagged, the query has ended already and its end is in the bus. Until then the events
  * of the queries inside it wait too: they are part of its run, and may read what it has defined. In a batch of a stream, all
  * queries have the batch as their root, so each one waits for the first that is pending there.
  */
private[handlers] final class PendingQueries {
  private val starts = mutable.LinkedHashMap.empty[Long, PendingQueryStart]

  /** The events of inner queries, by the execution id of the query that they wait for. */
  private val waiting = mutable.Map.empty[Long, Vector[Captured]]

  /** The query that an inner query waits for, by the execution id of the inner query. */
  private val outer = mutable.Map.empty[Long, Long]

  def add(start: PendingQueryStart): Unit = starts(start.info.id) = start

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
  def remove(id: Long): Option[(PendingQueryStart, Vector[Captured])] =
    starts.remove(id).map { start =>
      val events = waiting.remove(id).getOrElse(Vector.empty)
      outer --= outer.collect { case (inner, `id`) => inner }
      (start, events)
    }

  /** The query that has waited longest. */
  def first: Option[Long] = starts.headOption.map(_._1)

  private def outerOf(captured: Captured): Option[Long] = captured match {
    case Captured.QueryStarted(event, _) => begun(event.executionId, ExecutionEvents.root(event))
    case Captured.ReducedStart(info) => begun(info.id, Some(info.root))
    case Captured.QueryEnded(event, _, _, _, _) => outer.remove(event.executionId)
    case Captured.ReducedEnd(id, _, _, _) => outer.remove(id)
    case _ => None
  }

  private def begun(id: Long, root: Option[Long]): Option[Long] = {
    val awaited = root.filter(_ != id).flatMap(r => starts.values.find(s => s.hasEnded && s.info.root == r))
    awaited.map { start =>
      outer(id) = start.info.id
      start.info.id
    }
  }
}
