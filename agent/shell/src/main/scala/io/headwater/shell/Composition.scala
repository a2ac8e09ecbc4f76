package io.headwater.shell

import java.util.concurrent.TimeUnit

import org.apache.spark.{SPARK_VERSION, SparkConf}

import io.headwater.emit.transport.OutputLocation
import io.headwater.emit.{Emitter, Emitters}
import io.headwater.plan.Rules
import io.headwater.plan.shim.SparkShim
import io.headwater.shell.config.{AgentConfig, Version}
import io.headwater.shell.environment.{ApplicationRuns, WorkingDirectory}
import io.headwater.shell.extensions.ExtensionCoordinator
import io.headwater.shell.extensions.python.{EventReview, PythonTransformers, PythonTransports}
import io.headwater.shell.facets.RunFacets
import io.headwater.shell.handlers.{QueryEventHandler, SkippedPlans}
import io.headwater.shell.lifecycle.{Runs, Signal}
import io.headwater.shell.logging.{DriverLog, Guard, ThrottledLog}
import io.headwater.shell.meters.{Meters, MetricsExporters}
import io.headwater.shell.pipeline.{EventPipeline, EventSender, HeldEvents}
import io.headwater.shell.queue.BusProgress

/** The composition root: makes every component of an application's agent, in the order in which data passes them. */
private[shell] final class Composition(
    conf: SparkConf,
    config: AgentConfig,
    shim: SparkShim,
    applications: ApplicationRuns,
    started: Signal.ApplicationStarted,
    meters: Meters
) {
  private val log = new DriverLog(classOf[ApplicationAgent])
  private val throttled = new ThrottledLog(config.redactor)
  private val settings = config.eventSettings

  def extensions(guard: Guard, flush: Long => Unit): AgentExtensions =
    AgentExtensions.open(config, conf, started, settings, guard, flush, meters)

  /** `Left` if the configured transport cannot be used.
    *
    * @param queued how many events wait for the worker thread
    */
  def agent(opened: AgentExtensions, queued: => Int): Either[String, RunningAgent] =
    emitter(opened).map { emitter =>
      logDestination(emitter)
      val skipped = new SkippedPlans(config.breaker, throttled, meters)
      val coordinator = new ExtensionCoordinator(
        opened,
        opened.python.emittedFacets,
        started,
        meters.extensionTimings
      )
      val handler = new QueryEventHandler(
        config,
        shim,
        Rules(shim.rules),
        applications.jobName,
        coordinator,
        skipped,
        meters,
        new RunFacets(config, conf, meters),
        new BusProgress(BusProgress.capacity(conf.getOption), meters.received, queued)
      )
      val sender = new EventSender(emitter, throttled, config.spool.root.toString, meters)
      val exporters = MetricsExporters.open(config, meters, throttled)
      new RunningAgent(applications, handler, coordinator, pipeline(opened, sender), sender, exporters)
    }

  private def pipeline(opened: AgentExtensions, sender: EventSender): EventPipeline = {
    val review = new EventReview(opened.python, config.python.required.toSet)
    val held = new HeldEvents(review(_), sender, () => TimeUnit.NANOSECONDS.toMillis(System.nanoTime))
    new EventPipeline(
      Runs(runningEvery = config.lifecycle.runningInterval),
      applications.withUiLink,
      config.dataset.names,
      held,
      sender
    )
  }

  private def emitter(opened: AgentExtensions): Either[String, Emitter] = {
    val location = OutputLocation(
      Some(started.application.id).filter(_.nonEmpty).getOrElse("application"),
      WorkingDirectory.current
    )
    Emitters.open(
      settings,
      config.redactor,
      config.transport,
      location,
      new PythonTransports(opened.python),
      Some(config.spool),
      new PythonTransformers(opened.python),
      throttled.warn
    ).left.map(_.firstLine)
  }

  private def logDestination(emitter: Emitter): Unit = {
    val line = s"Headwater ${Version.current} on Spark $SPARK_VERSION sends lineage to ${emitter.description}"
    if (config.transport.isEmpty)
      log.warn(s"$line; set spark.openlineage.transport.type to send it elsewhere")
    else log.info(line)
  }
}
