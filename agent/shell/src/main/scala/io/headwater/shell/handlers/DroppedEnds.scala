package io.headwater.shell.handlers

import java.time.Instant

import scala.collection.mutable

import io.headwater.shell.capture.Captured
import io.headwater.shell.lifecycle.SparkExecution
import io.headwater.shell.logging.DriverLog
import io.headwater.shell.queue.BusProgress

/** Finds the queries, RDD jobs and streaming queries whose ends will never come, because the full queue of Spark's listener
  * bus, or of the agent, has dropped them. Spark forgets a query after it has posted its end, and a job or stream directly
  * before that. So the end has been dropped if Spark does not know it any more, then the bus has delivered as many events as
  * it can hold, and then the agent has processed all that was in its queue. Clocks have no part in it. Used on the worker
  * thread only.
  *
  * What Spark knows is bounded by Spark. If it does not tell what runs, no more than a bounded number is kept.
  *
  * @param isRunning whether Spark knows that it runs; `None` if Spark does not tell
  */
private[handlers] final class DroppedEnds(
    progress: BusProgress,
    isRunning: SparkExecution => Option[Boolean],
    maxUnknown: Int = 10000
) {
  import DroppedEnds._
  private val log = new DriverLog(classOf[DroppedEnds])
  private val open = mutable.LinkedHashMap.empty[SparkExecution, Stage]
  private var first = Long.MaxValue // the first query whose start has come
  private var handled = 0L
  private var hasWarned = false

  /** Must be called before each event from the agent's queue is handled.
    *
    * @return
    *   the ends that have been dropped, each once
    */
  def before(captured: Captured): Vector[Captured.EndDropped] = {
    handled += 1
    began(captured)
    captured.ends.foreach(open -= _)
    if (handled % interval == 0) check() else Vector.empty
  }

  /** Must be called for a start that was not in the queue. */
  def began(captured: Captured): Unit = captured.begins.foreach { execution =>
    open(execution) = Running
    execution match {
      case SparkExecution.Query(executionId) if first == Long.MaxValue => first = executionId
      case _ => ()
    }
  }

  /** Whether this is the end of a query whose start was dropped by one of the queues. A query that began before the first
    * one that has come is none: a program may have added the listener while it ran. Must be called before `before`.
    */
  def startDropped(captured: Captured): Boolean = captured match {
    case ended: Captured.QueryEnded =>
      first < ended.event.executionId && !open.contains(ended.execution)
    case _ => false
  }

  private def check(): Vector[Captured.EndDropped] = {
    for ((execution, stage) <- open.toVector) open(execution) = after(execution, stage)
    val dropped = open.toVector.collect { case (execution, Dropped(at)) =>
      Captured.EndDropped(execution, at)
    }
    open --= dropped.map(_.execution)
    dropped ++ tooMany()
  }

  private def after(execution: SparkExecution, stage: Stage): Stage = stage match {
    case Running if isOver(execution) =>
      // one event more may be on its way from the bus to the agent
      Forgotten(Instant.now, progress.received + progress.capacity + 2)
    case Forgotten(at, delivered) if progress.received >= delivered =>
      Delivered(at, handled + progress.waiting)
    case Delivered(at, last) if handled > last => if (isOver(execution)) Dropped(at) else Running
    case other => other
  }

  private def isOver(execution: SparkExecution): Boolean = isRunning(execution).contains(false)

  /** The oldest of those that Spark does not tell about, if there are too many. */
  private def tooMany(): Vector[Captured.EndDropped] =
    if (open.size <= maxUnknown) Vector.empty
    else {
      val oldest = open.keysIterator.filter(isRunning(_).isEmpty).toVector.dropRight(maxUnknown)
      open --= oldest
      if (oldest.nonEmpty) warn()
      oldest.map(Captured.EndDropped(_, Instant.now))
    }

  private def warn(): Unit = if (!hasWarned) {
    hasWarned = true
    log.warn(
      s"Headwater: this Spark does not tell which jobs and streams run, and more than $maxUnknown have no end yet. " +
        "The runs of the oldest end with ABORT."
    )
  }
}

private object DroppedEnds {

  /** The number of events between two checks. */
  val interval = 100

  /** How far the proof is that the end has been dropped. */
  private sealed trait Stage
  private case object Running extends Stage

  /** @param delivered the number of events with which the bus has delivered all that it held */
  private final case class Forgotten(at: Instant, delivered: Long) extends Stage

  /** @param last the number of the last event that was in the agent's queue */
  private final case class Delivered(at: Instant, last: Long) extends Stage
  private final case class Dropped(at: Instant) extends Stage
}
