package io.headwater.shell.capture

import io.headwater.shell.queue.EventSizer

/** What overload sheds, in this order: what extensions asked to hear of; the plans of queries; at last, all. The START
  * and the end of a query stay, as an outline.
  */
object CapturedSizer extends EventSizer[Captured] {
  private val outline = 500L

  /** Measured on Spark 4.0: 65 KB for a small query, 6 MB for a thousand columns, whose text has 74,000 characters. */
  private val query = 64L << 10
  private val character = 100L

  def bytes(captured: Captured): Long = captured match {
    case Captured.QueryStarted(event, Some(_)) =>
      query + character * Option(event.physicalPlanDescription).fold(0)(_.length)
    case Captured.QueryEnded(_, Some(_), _, _, _) => query
    case _: Captured.JobStarted => query / 4
    case _ => outline
  }

  def isExtra(captured: Captured): Boolean = captured.isInstanceOf[Captured.Happened]

  /** An RDD is all that is known of its job: without it there would be nothing to tell. */
  def less(captured: Captured): Captured = captured match {
    case Captured.QueryStarted(event, query) =>
      Captured.QueryBegan(QueryInfo.of(event).copy(stream = query.flatMap(ActiveStreams.ofBatch)))
    case Captured.QueryEnded(event, _, failure, _, _) =>
      Captured.QueryOver(event.executionId, event.time, failure, event.errorMessage)
    case other => other
  }
}
