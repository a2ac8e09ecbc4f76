package io.headwater.shell

import java.util.WeakHashMap

import org.apache.spark.SparkConf

/** Counts the agents of each `SparkConf`. Spark gives all listeners of `spark.extraListeners` the same one, so a second
  * agent of it means that the list names the listener twice.
  */
private[shell] object AgentInstances {
  private val counts = new WeakHashMap[SparkConf, Integer]

  /** @return
    *   how many agents have been made with this `SparkConf`, with this one
    */
  def add(conf: SparkConf): Int =
    if (conf == null) 1
    else synchronized {
      val count = Option(counts.get(conf)).fold(1)(_ + 1)
      counts.put(conf, count)
      count
    }

  /** The application has ended: a program may use its `SparkConf` for the next one. */
  def remove(conf: SparkConf): Unit = synchronized {
    counts.remove(conf)
    ()
  }
}
