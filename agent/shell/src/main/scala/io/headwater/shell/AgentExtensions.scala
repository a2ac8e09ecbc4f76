package io.headwater.shell

import org.apache.spark.SparkConf

import io.headwater.emit.facets.EventSettings
import io.headwater.model.ExtensionError
import io.headwater.shell.config.AgentConfig
import io.headwater.shell.extensions.jvm.JvmExtensions
import io.headwater.shell.extensions.python.PythonExtensions
import io.headwater.shell.extensions.{ExtensionRequest, ExtensionResponse, Extensions}
import io.headwater.shell.lifecycle.Signal
import io.headwater.shell.logging.Guard
import io.headwater.shell.meters.Meters
import io.headwater.util.Attempts

/** The extensions of one application. Python extensions are called last, so that their facets win. */
final class AgentExtensions(val python: PythonExtensions, jvm: JvmExtensions, meters: Meters)
    extends Extensions
    with ApplicationResource {

  def consult(request: ExtensionRequest): ExtensionResponse =
    meters.timeExtensions(response(jvm, request) ++ response(python, request))

  /** If the extensions of one kind fail themselves, the response has an error for them. */
  private def response(extensions: Extensions, request: ExtensionRequest): ExtensionResponse =
    Attempts.caught(extensions.consult(request)).fold(
      cause =>
        ExtensionResponse.ofErrors(
          Vector(ExtensionError(extensions.getClass.getName, "call", cause.toString))
        ),
      identity
    )

  def wantsJobs: Boolean = jvm.wantsJobs || python.wantsJobs
  def wantsProgress: Boolean = jvm.wantsProgress || python.wantsProgress

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
      meters: Meters
  ): AgentExtensions = {
    val timings = meters.extensionTimings
    val python = PythonExtensions.open(config, conf, started.application, flush, timings)
    val jvm = JvmExtensions.open(
      config,
      started.run.runId,
      settings,
      python.emittedFacets,
      guard,
      timings
    )
    new AgentExtensions(python, jvm, meters)
  }
}
