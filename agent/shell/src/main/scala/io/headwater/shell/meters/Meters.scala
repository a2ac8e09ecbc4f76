package io.headwater.shell.meters

import java.util.concurrent.atomic.LongAdder

import com.codahale.metrics.{Gauge => SparkGauge, Metric, MetricRegistry}
import org.apache.spark.scheduler._
import org.apache.spark.sql.execution.ui.{SparkListenerSQLExecutionEnd, SparkListenerSQLExecutionStart}

import io.headwater.shell.meters.Meter.{Counter, Gauge, Timed}

/** The meters of the agent. Thread-safe; counting does not block, and reading does not wait for a disk. */
final class Meters {
  private val queries, queryEnds, jobs, jobEnds, applications, applicationEnds = new LongAdder
  private val emitStarts, emitFailures, skippedPlans, unreadJobs = new LongAdder
  private val emitTime, walkTime, extensionTime = new Timing
  @volatile private var events = 0L // written by the thread of the listener bus only
  @volatile private var tripped = false
  @volatile private var memoryAtStart, memoryAtEnd = 0.0
  private val gauges = new GaugeCache

  /** The calls of each extension. */
  val extensionTimings = new ExtensionTimings

  /** Sets the component whose numbers the gauges show. */
  def watch(source: GaugeSource): Unit = gauges.watch(source)

  /** Reads the numbers of other components now. The next readers get them without waiting for a disk. */
  def refresh(): Unit = gauges.refresh()

  /** Counts an event of Spark's, on the thread of the listener bus. */
  def count(event: SparkListenerEvent): Unit = {
    events += 1
    countKind(event)
  }

  /** How many events of Spark's have been counted, of any kind. */
  def received: Long = events

  private def countKind(event: SparkListenerEvent): Unit = event match {
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

  /** Counts and times the emission of one event. */
  def countEmission(send: => Unit): Unit = {
    emitStarts.increment()
    try emitTime(send)
    catch {
      case e: Throwable =>
        emitFailures.increment()
        throw e
    }
  }

  /** Times the lineage of one plan. */
  def timeWalk[A](work: => A): A = walkTime(work)

  /** Times the extensions of one event. */
  def timeExtensions[A](work: => A): A = extensionTime(work)

  /** Records the state of the circuit breaker for one plan. */
  def breaker(isTripped: Boolean): Unit = {
    tripped = isTripped
    if (isTripped) skippedPlans.increment()
  }

  /** Counts an RDD job that had ended before it could be read. */
  def jobUnread(): Unit = unreadJobs.increment()

  /** How many plans were not read because of the circuit breaker. */
  def plansUnread: Long = skippedPlans.sum

  /** How many RDD jobs had ended before they could be read. */
  def jobsUnread: Long = unreadJobs.sum

  def all: Vector[Meter] = sparkMeters ++ eventMeters ++ deliveryMeters ++ queueMeters

  /** Spark's events, as the published agent counts them. */
  private def sparkMeters: Vector[Meter] = Vector(
    Counter("openlineage.spark.event.sql.start", "started queries", queries),
    Counter("openlineage.spark.event.sql.end", "ended queries", queryEnds),
    Counter("openlineage.spark.event.job.start", "started Spark jobs", jobs),
    Counter("openlineage.spark.event.job.end", "ended Spark jobs", jobEnds),
    Counter("openlineage.spark.event.app.start", "started applications", applications),
    Counter("openlineage.spark.event.app.end", "ended applications", applicationEnds),
    Gauge(
      "openlineage.spark.event.app.start.memoryusage",
      "used heap at the start of the application, in percent",
      () => memoryAtStart
    ),
    Gauge(
      "openlineage.spark.event.app.end.memoryusage",
      "used heap at the end of the application, in percent",
      () => memoryAtEnd
    )
  )

  /** The work on plans and events. */
  private def eventMeters: Vector[Meter] = Vector(
    Counter("openlineage.emit.start", "events whose emission started", emitStarts),
    Counter("openlineage.emit.complete", "events that the backend accepted", () => gauges.counts.sent),
    Timed(
      "openlineage.emit.time",
      "time to build, redact and hand over an event to the file or the spool",
      emitTime
    ),
    Timed("openlineage.spark.dataset.input.execution.time", "time to derive the lineage of a plan", walkTime),
    Gauge(
      "openlineage.circuitbreaker.engaged",
      "1 while the circuit breaker is tripped, so that plans are not read",
      () => if (tripped) 1 else 0
    ),
    Timed("headwater.extensions.time", "time that all extensions need for an event", extensionTime)
  )

  /** What became of the events. */
  private def deliveryMeters: Vector[Meter] = Vector(
    Gauge("headwater.events.spooled", "events that wait for delivery", () => gauges.counts.spooled.toDouble),
    Counter(
      "headwater.events.dead",
      "events that the backend rejected permanently, or that a required extension did not let pass",
      () => gauges.counts.dead
    ),
    Counter(
      "headwater.events.dropped",
      "lost events: emission failed, or the spool was full",
      () => emitFailures.sum + gauges.counts.dropped
    ),
    Counter(
      "headwater.events.recovered",
      "delivered events of earlier applications that ended without delivery",
      () => gauges.counts.recovered
    )
  )

  /** What overload has cost. */
  private def queueMeters: Vector[Meter] = Vector(
    Counter(
      "headwater.plans.unread",
      "plans that were not read because of the circuit breaker",
      skippedPlans
    ),
    Counter(
      "headwater.jobs.unread",
      "RDD jobs without a run, because they had ended before they could be read",
      unreadJobs
    ),
    Gauge(
      "headwater.queue.depth",
      "Spark events in the agent's queue",
      () => gauges.waiting.toDouble
    ),
    Counter(
      "headwater.queue.reduced",
      "Spark events that lost their plan because the queue was full",
      () => gauges.dropped.reduced
    ),
    Counter(
      "headwater.queue.lost",
      "Spark events that were dropped because the queue was full",
      () => gauges.dropped.optional + gauges.dropped.lost
    )
  )

  /** The calls of one extension. */
  def ofExtension(name: String): Vector[Meter] = {
    val about = Some(name)
    def calls = extensionTimings.of(name)
    Vector(
      Counter("headwater.extension.calls", "calls of one extension", () => calls.calls, about),
      Counter(
        "headwater.extension.errors",
        "calls of one extension that failed or had no answer in time",
        () => calls.errors,
        about
      ),
      Gauge("headwater.extension.millis", "time of all calls of one extension", () => calls.millis, about),
      Gauge(
        "headwater.extension.maxMillis",
        "time of the longest call of one extension",
        () => calls.maxMillis,
        about
      )
    )
  }

  /** The meters as a source of Spark's metrics system. Those of an extension are added when it is first called. */
  def registry: MetricRegistry = {
    val registry = new MetricRegistry
    all.foreach(Meters.add(registry, _))
    registry
  }
}

private object Meters {
  private def gauge[A](value: => A): SparkGauge[A] = () => value

  /** Spark's metrics have no tags: the name of an extension is the last part of the name. */
  def add(registry: MetricRegistry, meter: Meter): Unit = {
    val name = meter.name + meter.extension.fold("")(e => s".${e.replace(':', '.')}")
    val metric: Metric = meter match {
      case Counter(_, _, value, _) => gauge(Long.box(value()))
      case Gauge(_, _, value, _) => gauge(Double.box(value()))
      case Timed(_, _, timing) => timing.timer
    }
    if (!registry.getNames.contains(name)) { registry.register(name, metric); () }
  }

  /** In percent of the maximum heap size. */
  def memoryUsed: Double = {
    val vm = Runtime.getRuntime
    100.0 * (vm.totalMemory - vm.freeMemory) / vm.maxMemory
  }
}
