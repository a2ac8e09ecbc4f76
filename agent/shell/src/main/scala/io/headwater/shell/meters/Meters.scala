package io.headwater.shell.meters

import java.util.concurrent.atomic.LongAdder

import com.codahale.metrics.{Gauge => SparkGauge, MetricRegistry}
import org.apache.spark.scheduler._
import org.apache.spark.sql.execution.ui.{SparkListenerSQLExecutionEnd, SparkListenerSQLExecutionStart}

import io.headwater.shell.meters.Meter.{Counter, Gauge, Timed}

/** All that the agent counts of itself while an application runs. Any thread; counting costs an addition, and reading
  * waits for nothing.
  */
final class Meters {
  private val queries, queryEnds, jobs, jobEnds, applications, applicationEnds = new LongAdder
  private val begun, failed, unread = new LongAdder
  private val emitting, walking, asking = new Timing
  @volatile private var tripped = false
  @volatile private var memoryAtStart, memoryAtEnd = 0.0
  private val outside = new GaugeCache

  def watch(what: GaugeSource): Unit = outside.watch(what)

  /** Whoever reads from now on gets the last numbers. */
  def settle(): Unit = outside.settle()

  /** An event of Spark's, on the bus thread. */
  def seen(event: SparkListenerEvent): Unit = event match {
    case _: SparkListenerSQLExecutionStart => queries.increment()
    case _: SparkListenerSQLExecutionEnd => queryEnds.increment()
    case _: SparkListenerJobStart => jobs.increment()
    case _: SparkListenerJobEnd => jobEnds.increment()
    case _: SparkListenerApplicationStart =>
      applications.increment()
      memoryAtStart = Meters.memoryUsed
    case _: SparkListenerApplicationEnd =>
      applicationEnds.increment()
      memoryAtEnd = Meters.memoryUsed
    case _ => ()
  }

  def emitted(send: => Unit): Unit = {
    begun.increment()
    try emitting(send)
    catch {
      case e: Throwable =>
        failed.increment()
        throw e
    }
  }
  def walked[A](work: => A): A = walking(work)
  def asked[A](work: => A): A = asking(work)
  def breaker(isTripped: Boolean): Unit = {
    tripped = isTripped
    if (isTripped) unread.increment()
  }

  def all: Vector[Meter] = Vector(
    Counter("openlineage.spark.event.sql.start", "starts of queries that Spark told of", () => queries.sum),
    Counter("openlineage.spark.event.sql.end", "ends of queries", () => queryEnds.sum),
    Counter("openlineage.spark.event.job.start", "starts of jobs", () => jobs.sum),
    Counter("openlineage.spark.event.job.end", "ends of jobs", () => jobEnds.sum),
    Counter("openlineage.spark.event.app.start", "starts of the application", () => applications.sum),
    Counter("openlineage.spark.event.app.end", "ends of the application", () => applicationEnds.sum),
    Gauge(
      "openlineage.spark.event.app.start.memoryusage",
      "heap in use at the application's start, in percent",
      () => memoryAtStart
    ),
    Gauge("openlineage.spark.event.app.end.memoryusage", "the same at its end", () => memoryAtEnd),
    Counter("openlineage.emit.start", "events that were built and handed on to be sent", () => begun.sum),
    Counter("openlineage.emit.complete", "events that the backend has taken", () => outside.counts.sent),
    Timed(
      "openlineage.emit.time",
      "how long an event takes to be built, redacted and handed on: to a file, or to the spool",
      emitting
    ),
    Timed("openlineage.spark.dataset.input.execution.time", "how long it takes to read a plan", walking),
    Gauge(
      "openlineage.circuitbreaker.engaged",
      "1 while the circuit breaker keeps plans from being read",
      () => if (tripped) 1 else 0
    ),
    Timed("headwater.extensions.time", "how long extensions take for an event, all of them", asking),
    Gauge("headwater.events.spooled", "events that wait to be sent", () => outside.counts.spooled.toDouble),
    Counter("headwater.events.dead", "events that the backend refused for good", () => outside.counts.dead),
    Counter(
      "headwater.events.dropped",
      "events that were lost: not taken, or no room for them",
      () => failed.sum + outside.counts.dropped
    ),
    Counter(
      "headwater.events.recovered",
      "events of dead applications that were sent",
      () => outside.counts.recovered
    ),
    Counter(
      "headwater.plans.unread",
      "plans that the circuit breaker kept from being read",
      () => unread.sum
    ),
    Gauge(
      "headwater.queue.depth",
      "Spark events that wait for the agent's thread",
      () => outside.waiting.toDouble
    ),
    Counter(
      "headwater.queue.reduced",
      "Spark events that overload has cost their plan",
      () => outside.shed.reduced
    ),
    Counter(
      "headwater.queue.lost",
      "Spark events that overload has cost the agent",
      () => outside.shed.extras + outside.shed.lost
    )
  )

  /** As Spark's metrics system takes them. */
  def registry: MetricRegistry = {
    val registry = new MetricRegistry
    all.foreach {
      case Counter(name, _, value) => registry.register(name, Meters.gauge(Long.box(value())))
      case Gauge(name, _, value) => registry.register(name, Meters.gauge(Double.box(value())))
      case Timed(name, _, timing) => registry.register(name, timing.timer)
    }
    registry
  }
}

private object Meters {
  def gauge[A](value: => A): SparkGauge[A] = new SparkGauge[A] { def getValue: A = value }

  /** In percent of what the heap may become. */
  def memoryUsed: Double = {
    val vm = Runtime.getRuntime
    100.0 * (vm.totalMemory - vm.freeMemory) / vm.maxMemory
  }
}
