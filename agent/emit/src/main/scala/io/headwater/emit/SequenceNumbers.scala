package io.headwater.emit

import java.util.UUID

import scala.collection.mutable

import io.headwater.model.RunEvent

/** Numbers the events of each run, from 0. It keeps only runs that have not ended. Not thread-safe. */
private[emit] final class SequenceNumbers {
  private val next = mutable.HashMap.empty[UUID, Long]

  def number(event: RunEvent): RunEvent = {
    val run = event.run.runId
    val n = next.getOrElse(run, 0L)
    if (event.eventType.isTerminal) next -= run else next(run) = n + 1
    event.copy(sequence = Some(n))
  }

  /** An event that is not sent has no number. */
  def skip(event: RunEvent): Unit = if (event.eventType.isTerminal) { next -= event.run.runId; () }
}
