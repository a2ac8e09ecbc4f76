package io.headwater.shell.meters

import java.util.concurrent.TimeUnit
import java.util.concurrent.atomic.LongAdder

import com.codahale.metrics.Timer

/** Something that the agent counts of itself. `name` is the published agent's where that has it. */
sealed trait Meter {
  def name: String
  def doc: String

  /** As the table of the documentation has it. */
  def kind: String
}

object Meter {

  /** What only grows. */
  final case class Counter(name: String, doc: String, value: () => Long) extends Meter {
    def kind: String = "counter"
  }

  final case class Gauge(name: String, doc: String, value: () => Double) extends Meter {
    def kind: String = "gauge"
  }

  final case class Timed(name: String, doc: String, timing: Timing) extends Meter {
    def kind: String = "timer"
  }
}

/** How often something was done, and how long it took: with quantiles for Spark's sinks, and the total for others. */
final class Timing {
  val timer = new Timer
  private val total = new LongAdder

  def count: Long = timer.getCount
  def nanos: Long = total.sum

  def apply[A](work: => A): A = {
    val begun = System.nanoTime
    try work
    finally {
      val took = System.nanoTime - begun
      timer.update(took, TimeUnit.NANOSECONDS)
      total.add(took)
    }
  }
}
