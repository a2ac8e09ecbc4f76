package io.headwater.shell

import java.nio.file.Paths
import java.time.Duration

import org.apache.spark.{SPARK_VERSION, SparkConf}

import io.headwater.emit.Emitters
import io.headwater.emit.facets.EventSettings
import io.headwater.emit.naming.DatasetNames
import io.headwater.emit.spool.DeliveryCounts
import io.headwater.emit.transport.OutputLocation
import io.headwater.plan.Rules
import io.headwater.plan.shim.SparkShim
import io.headwater.shell.capture.Captured
import io.headwater.shell.config.{AgentConfig, ConfigReader}
import io.headwater.shell.environment.{ApplicationRuns, Shims}
import io.headwater.shell.extensions.python.{EventReview, PythonTransports}
import io.headwater.shell.extensions.{ExtensionCoordinator, Extensions}
import io.headwater.shell.facets.RunFacets
import io.headwater.shell.handlers.{QueryEventHandler, SkippedPlans}
import io.headwater.shell.lifecycle.{Runs, Signal}
import io.headwater.shell.logging.{DriverLog, Guard, ThrottledLog, Version}
import io.headwater.shell.meters.{GaugeSource, Meters, MetricsExporters}
import io.headwater.shell.queue.{DropCounts, Worker}

/** One application from its start to its end, on the worker's thread: reads the configuration, then turns captured
  * events into signals, signals into OpenLineage events, and sends those. What cannot be used (a wrong setting, a Spark
  * that is too old) is one line in the log, and the application runs on without lineage. `flush` waits until all that
  * Spark has told has been worked off.
  */
final class AgentSession(conf: SparkConf, guard: Guard, flush: Long => Unit, meters: Meters) {
  private val log = new DriverLog(classOf[AgentSession])
  private var open: Option[RunningAgent] = None // this and what it holds belong to the worker's thread
  @volatile private var timeout = Agent.defaultStopTimeout
  @volatile private var end: Option[Long] = None // set once, when the application ends
  @volatile private var extensions: Option[AgentExtensions] =
    None // set once, when the configuration has been read

  /** How long the application's end may wait for events to be sent. */
  def stopTimeout: Duration = timeout

  /** Whether extensions want to hear of jobs and stages. Any thread. */
  def wantsJobs: Boolean = extensions.exists(_.all.wantsJobs)

  /** The application ends, within `timeout` from now: half of that may be spent on extensions. Any thread. */
  def hurry(): Unit = {
    end = Some(System.nanoTime + timeout.toNanos)
    extensions.foreach(_.hurry(timeout.toMillis / 2))
  }

  /** What is left of the time for the end, less what it takes to say so. */
  private def left: Duration = {
    val nanos = end.fold(timeout.toNanos)(_ - System.nanoTime) - AgentSession.goodbye.toNanos
    Duration.ofNanos(math.max(0L, nanos))
  }

  /** Lets go of what lives outside the JVM. Any thread. */
  def close(): Unit = extensions.foreach(_.close())

  def handle(captured: Captured, worker: Option[Worker[Captured]]): Unit = captured match {
    case started: Captured.ApplicationStarted =>
      prepare(started, worker) match {
        case Left(why) =>
          guard.switchOff()
          log.error(s"Headwater is off for this application. $why")
        case Right(None) => guard.switchOff()
        case Right(Some((opened, signal))) =>
          open = Some(opened)
          opened.step(signal)
      }
    case ended: Captured.ApplicationEnded =>
      open.foreach { o =>
        o.desk.read(ended).foreach(o.step)
        val shed = worker.fold(DropCounts())(_.shed)
        o.step(o.extensions.finished(o.applications.ended(ended.event, o.outbox.counts(shed))))
        o.outbox.close(left)
        o.shown.close(left)
      }
    case Captured.Reached(mark) => mark.countDown()
    case other => open.foreach(o => o.desk.read(other).foreach(o.step))
  }

  /** None: switched off by configuration. */
  private def prepare(
      started: Captured.ApplicationStarted,
      worker: Option[Worker[Captured]]
  ): Either[String, Option[(RunningAgent, Signal)]] =
    for {
      shim <- Shims.of(SPARK_VERSION)
      config <-
        ConfigReader.read(settings, sys.env, directory("user.dir"), directory("user.home")).left.map(_.line)
      _ = guard.redactWith(config.redactor)
      applications = new ApplicationRuns(conf, config, shim)
      signal = applications.started(started.event)
      opened <- if (config.disabled) Right(None) else opened(signal, config, applications, shim).map(Some(_))
    } yield opened.map { o =>
      timeout = config.stopTimeout
      worker.foreach { w =>
        w.bound(config.queue)
        meters.watch(o.watched(w))
      }
      config.warnings.foreach(w => log.warn(s"Headwater: $w"))
      o -> signal
    }

  private def opened(
      started: Signal.ApplicationStarted,
      config: AgentConfig,
      applications: ApplicationRuns,
      shim: SparkShim
  ): Either[String, RunningAgent] = {
    val facets = EventSettings(
      Version.current,
      if (config.debug.smart.isEmpty) config.disabledFacets else config.disabledFacets - "debug",
      config.columnLineage.datasetLineage,
      config.columnLineage.descriptions,
      config.declared,
      config.columnLineage.schemaSizeLimit
    )
    val place = OutputLocation(
      Some(started.application.id).filter(_.nonEmpty).getOrElse("application"),
      directory("user.dir")
    )
    val notices = new ThrottledLog(config.redactor)
    val opened = AgentExtensions.open(config, conf, started, facets, guard, flush)
    extensions = Some(opened) // from here on `close` lets go of it, whatever comes
    Emitters.open(
      facets,
      config.redactor,
      config.transport,
      place,
      new PythonTransports(opened.python),
      Some(config.spool),
      notices.warn
    ).left.map(_.line).map { emitter =>
      val consulting =
        new ExtensionCoordinator(Extensions.timed(opened.all, meters), opened.python.emissions, started)
      val unread = new SkippedPlans(config.breaker, notices, meters)
      val said =
        s"Headwater ${Version.current} on Spark $SPARK_VERSION sends lineage to ${emitter.description}"
      if (config.transport.isEmpty)
        log.warn(s"$said; set spark.openlineage.transport.type to send it elsewhere")
      else log.info(said)
      new RunningAgent(
        applications,
        new QueryEventHandler(
          config,
          shim,
          Rules(shim.rules),
          applications.jobName,
          consulting,
          unread,
          new RunFacets(config, conf, meters)
        ),
        consulting,
        config.datasets,
        new EventReview(opened.python),
        new EventSender(emitter, notices, config.spool.root.toString, unread, meters),
        MetricsExporters.open(config, meters, notices),
        Runs(runningEvery = config.runningEvery)
      )
    }
  }

  private def settings: Map[String, String] = conf.getAll.toMap
  private def directory(property: String) = Paths.get(System.getProperty(property, "."))
}

object AgentSession {
  private val goodbye = Duration.ofMillis(100)
}

/** What an application's lineage needs once it runs. */
private final class RunningAgent(
    val applications: ApplicationRuns,
    val desk: QueryEventHandler,
    val extensions: ExtensionCoordinator,
    names: DatasetNames,
    review: EventReview,
    val outbox: EventSender,
    val shown: MetricsExporters,
    private var runs: Runs // the worker's thread alone
) {

  def watched(worker: Worker[Captured]): GaugeSource = new GaugeSource {
    def waiting: Int = worker.waiting
    def shed: DropCounts = worker.shed
    def counts: DeliveryCounts = outbox.emitted
  }

  def step(signal: Signal): Unit = {
    val (next, events) = runs(signal)
    runs = next
    events.flatMap(e => review(names(applications.located(e)))).foreach(outbox.send)
  }
}
