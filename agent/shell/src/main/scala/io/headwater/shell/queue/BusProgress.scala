package io.headwater.shell.queue

/** How far the events of Spark have come on their way to the worker thread. Any thread may ask.
  *
  * @param capacity
  *   how many events Spark's listener bus can hold for the agent
  * @param delivered
  *   how many events the bus has delivered so far
  * @param queued
  *   how many events wait in the agent's queue
  */
final class BusProgress(val capacity: Long, delivered: => Long, queued: => Int) {
  def received: Long = delivered
  def waiting: Int = queued
}

object BusProgress {
  private val queue = "spark.scheduler.listenerbus.eventqueue"
  private val default = 10000L

  /** The capacity of the queue that Spark puts the listeners of applications into. */
  def capacity(setting: String => Option[String]): Long =
    setting(s"$queue.shared.capacity").orElse(setting(s"$queue.capacity")).fold(default)(_.trim.toLong)
}
