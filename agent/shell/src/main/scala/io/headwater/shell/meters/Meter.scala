package io.headwater.shell.meters

import java.util.concurrent.TimeUnit
import java.util.concurrent.atomic.LongAdder

import com.codahale.metrics.Timer

/** One meter of the agent. If the published agent has the same meter, `name` is its name there. */
sealed trait Meter {
  def name: String
  def doc: String

  /** The kind as the reference names it. */
  def kind: String

  /** The extension that the meter is about, if it is about one. */
  def extension: Option[String] = None
}

object Meter {

  /** A number that never decreases. */
  final case class Counter(
      name: String,
      doc: String,
      value: () => Long,
      override val extension: Option[String] = None
  ) extends Meter {
    def kind: String = "counter"
  }

  object Counter {
    def apply(name: String, doc: String, adder: LongAdder): Counter = Counter(name, doc, () => adder.sum)
  }

  final case class Gauge(
      name: String,
      doc: String,
      value: () => Double,
      override val extension: Option[String] = None
  ) extends Meter {
    def kind: String = "gauge"
  }

  final case class Timed(name: String, doc: String, timing: Timing) extends Meter {
    def kind: String = "timer"
  }
}

/** Number and duration of calls. Spark's sinks get quantiles, Micrometer's registries count and total. */
final class Timing {
  val timer = new Timer
  private val total = new LongAdder

  def count: Long = timer.getCount
  def nanos: Long = total.sum

  /** Runs `work` and records its duration. */
  def apply[A](work: => A): A = {
    val start = System.nanoTime
    try work
    finally {
      val duration = System.nanoTime - start
      timer.update(duration, TimeUnit.NANOSECONDS)
      total.add(duration)
    }
  }
}
