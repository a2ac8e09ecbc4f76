package io.headwater.shell.config

import io.headwater.shell.queue.QueueBounds

/** The bounds of the queue between Spark's listener bus and the agent's thread. */
object QueueConfig extends ConfigSection {

  val maxEvents = count(
    "queue.maxEvents",
    from = 1,
    default = 10000,
    "Maximum number of Spark events in the agent's queue. If the queue is full, queries are reported without their " +
      "plans."
  )
  val maxBytes = optionalCount(
    "queue.maxBytes",
    from = 0,
    "Maximum memory of the plans in the queue, an estimate in bytes. Default: a tenth of the driver's heap."
  )

  /** Events without their plans are small: the queue takes this many times more of them, and at least the minimum,
    * because each run has a start and an end.
    */
  private val reducedFactor = 10L
  private val minReduced = 10000L

  def read(values: ConfigValues): QueueBounds = {
    val events = maxEvents.read(values)
    QueueBounds(
      ConfigValues.toInt(events),
      maxBytes.read(values).getOrElse(tenthOfHeap),
      ConfigValues.toInt(math.max(reducedFactor * events, minReduced))
    )
  }

  private def tenthOfHeap: Long = Runtime.getRuntime.maxMemory / 10
}
