package io.headwater.shell

import org.apache.spark.SparkConf

import io.headwater.emit.EventSettings
import io.headwater.shell.config.AgentConfig
import io.headwater.shell.jvm.JvmExtensions
import io.headwater.shell.lifecycle.Signal
import io.headwater.shell.python.PythonExtensions

/** The extensions of one application. What Python says comes last. */
final class OpenedExtensions(val python: PythonExtensions, jvm: JvmExtensions) {
  val all: Extensions = Extensions.all(Vector(jvm, python))

  def hurry(millis: Long): Unit = {
    python.hurry(millis)
    jvm.hurry(millis)
  }

  def close(): Unit = {
    jvm.close()
    python.close()
  }
}

object OpenedExtensions {

  def open(
      config: AgentConfig,
      conf: SparkConf,
      started: Signal.ApplicationStarted,
      settings: EventSettings,
      guard: Guard,
      flush: Long => Unit
  ): OpenedExtensions = {
    val python = PythonExtensions.open(config, conf, started.application, flush)
    val jvm = JvmExtensions.open(
      config,
      started.run.runId,
      settings,
      python.emissions,
      guard
    )
    new OpenedExtensions(python, jvm)
  }
}
