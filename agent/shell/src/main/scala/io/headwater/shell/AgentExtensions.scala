package io.headwater.shell

import org.apache.spark.SparkConf

import io.headwater.emit.facets.EventSettings
import io.headwater.shell.config.AgentConfig
import io.headwater.shell.extensions.Extensions
import io.headwater.shell.extensions.jvm.JvmExtensions
import io.headwater.shell.extensions.python.PythonExtensions
import io.headwater.shell.lifecycle.Signal
import io.headwater.shell.logging.Guard
import io.headwater.shell.meters.ExtensionTimings

/** The extensions of one application. Python extensions are called last, so that their facets win. */
final class AgentExtensions(val python: PythonExtensions, jvm: JvmExtensions) extends ApplicationResource {
  val all: Extensions = Extensions.all(Vector(jvm, python))

  /** As `all.wantsJobs`, for the bus thread, which asks for each event of a job. */
  def wantsJobs: Boolean = jvm.wantsJobs || python.wantsJobs

  def limitTo(millis: Long): Unit = {
    python.limitTo(millis)
    jvm.limitTo(millis)
  }

  def close(): Unit = {
    jvm.close()
    python.close()
  }
}

object AgentExtensions {

  def open(
      config: AgentConfig,
      conf: SparkConf,
      started: Signal.ApplicationStarted,
      settings: EventSettings,
      guard: Guard,
      flush: Long => Unit,
      timings: ExtensionTimings
  ): AgentExtensions = {
    val python = PythonExtensions.open(config, conf, started.application, flush, timings)
    val jvm = JvmExtensions.open(
      config,
      started.run.runId,
      settings,
      python.emittedFacets,
      guard,
      timings
    )
    new AgentExtensions(python, jvm)
  }
}
