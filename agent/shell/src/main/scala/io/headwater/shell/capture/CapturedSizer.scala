package io.headwater.shell.capture

import io.headwater.shell.queue.EventSizer

/** What a full queue drops, in this order: events for extensions, the plans of queries and the RDDs of jobs, everything
  * else. The start and the end of a query, and the start of a job, are kept in a reduced form.
  */
object CapturedSizer extends EventSizer[Captured] {
  private val minBytes = 500L

  /** Measured on Spark 4.0: 65 KB for a small query, 6 MB for a thousand columns, whose text has 74,000 characters. */
  private val queryBytes = 64L << 10
  private val characterBytes = 100L

  def bytes(captured: Captured): Long = captured match {
    case Captured.QueryStarted(event, Some(_), _) =>
      queryBytes + characterBytes * Option(event.physicalPlanDescription).fold(0)(_.length)
    case Captured.QueryEnded(_, Some(_), _, _, _) => queryBytes
    case _: Captured.JobStarted => queryBytes / 4
    case _ => minBytes
  }

  def isOptional(captured: Captured): Boolean = captured.isInstanceOf[Captured.JobEventReceived]

  /** What Spark would otherwise free goes: an RDD keeps the files of its shuffles and what it has cached, too. */
  def reduce(captured: Captured): Captured = captured match {
    case Captured.QueryStarted(event, query, _) =>
      Captured.ReducedStart(QueryInfo.of(event).copy(streamRunId = query.flatMap(ActiveStreams.runIdOfBatch)))
    case end: Captured.QueryEnded =>
      Captured.ReducedEnd(end.execution, end.event.time, end.failure, ExecutionEvents.error(end.event))
    case start: Captured.JobStarted => Captured.JobUnread(start.job, Captured.JobUnread.queueFull)
    case other => other
  }
}
