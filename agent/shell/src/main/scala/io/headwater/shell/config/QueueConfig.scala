package io.headwater.shell.config

import io.headwater.config.ConfigProblem
import io.headwater.shell.queue.QueueBounds

/** The section `queue`. */
private[config] object QueueConfig {
  import ConfigKeys._

  def read(
      text: ConfigKey => Option[String],
      count: ConfigKey => Either[ConfigProblem, Long]
  ): Either[ConfigProblem, QueueBounds] = for {
    items <- count(maxEvents)
    bytes <-
      text(maxQueueBytes).fold[Either[ConfigProblem, Long]](Right(tenthOfHeap))(_ => count(maxQueueBytes))
  } yield QueueBounds(inMemory(items), bytes, inMemory(math.max(outlines * items, leastOutlines)))

  /** Without their plans so many times more may wait, and so many at least: of each run the beginning and the end. */
  private val outlines = 10L
  private val leastOutlines = 10000L

  /** A number of things that are held in memory. */
  def inMemory(count: Long): Int = math.min(count, Int.MaxValue.toLong).toInt

  private def tenthOfHeap: Long = Runtime.getRuntime.maxMemory / 10
}
