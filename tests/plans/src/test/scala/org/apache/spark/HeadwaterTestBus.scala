package org.apache.spark

/** Waits until all listeners have seen all events; the bus is private to Spark. */
object HeadwaterTestBus {
  def drain(context: SparkContext): Unit = context.listenerBus.waitUntilEmpty()
}
