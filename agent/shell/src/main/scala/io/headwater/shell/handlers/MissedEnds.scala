package io.headwater.shell.handlers

import java.time.Instant

import scala.collection.mutable

import io.headwater.shell.capture.Captured
import io.headwater.shell.queue.BusProgress

/** Finds the queries whose ends will never come, because the full queue of Spark's listener bus, or of the agent, has
  * dropped them. Spark forgets a query after it has posted its end. So the end has been dropped if Spark does not know the
  * query any more, then the bus has delivered as many events as it can hold, and then the agent has processed all that was
  * in its queue. Clocks have no part in it. Used on the worker thread only.
  *
  * @param isKnown whether Spark knows the query, because it runs
  */
private[handlers] final class MissedEnds(progress: BusProgress, isKnown: Long => Boolean) {
  import MissedEnds._
  private val open = mutable.LinkedHashMap.empty[Long, Stage]
  private var handled = 0L

  /** Must be called before each event from the agent's queue is handled.
    *
    * @return
    *   the ends that have been dropped, each once
    */
  def before(captured: Captured): Vector[Captured.EndMissed] = {
    handled += 1
    captured match {
      case Captured.QueryStarted(event, _) => open(event.executionId) = Running
      case Captured.ReducedStart(info) => open(info.id) = Running
      case Captured.QueryEnded(event, _, _, _, _) => open -= event.executionId
      case Captured.ReducedEnd(id, _, _, _) => open -= id
      case _ => ()
    }
    if (handled % interval == 0) check() else Vector.empty
  }

  private def check(): Vector[Captured.EndMissed] = {
    for ((query, stage) <- open.toVector) open(query) = after(query, stage)
    val missed = open.toVector.collect { case (query, Missed(at)) => Captured.EndMissed(query, at) }
    open --= missed.map(_.id)
    missed
  }

  private def after(query: Long, stage: Stage): Stage = stage match {
    case Running if !isKnown(query) =>
      // one event more may be on its way from the bus to the agent
      Forgotten(Instant.now, progress.received + progress.capacity + 2)
    case Forgotten(at, delivered) if progress.received >= delivered =>
      Delivered(at, handled + progress.waiting)
    case Delivered(at, last) if handled > last => Missed(at)
    case other => other
  }
}

private object MissedEnds {

  /** The number of events between two checks. */
  val interval = 100

  /** How far the proof is that the end of a query has been dropped. */
  private sealed trait Stage
  private case object Running extends Stage

  /** @param delivered the number of events with which the bus has delivered all that it held */
  private final case class Forgotten(at: Instant, delivered: Long) extends Stage

  /** @param last the number of the last event that was in the agent's queue */
  private final case class Delivered(at: Instant, last: Long) extends Stage
  private final case class Missed(at: Instant) extends Stage
}
