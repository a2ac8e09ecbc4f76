package io.headwater.shell.context

import java.time.Instant

import org.apache.spark.scheduler.{SparkListenerApplicationEnd, SparkListenerApplicationStart}
import org.apache.spark.{SPARK_VERSION, SparkConf}

import io.headwater.model._
import io.headwater.plan.shim.SparkShim
import io.headwater.shell.config.AgentConfig
import io.headwater.shell.lifecycle.Signal

/** The application's own run: its name, its parents, how it ends. */
final class Applications(conf: SparkConf, config: AgentConfig, shim: SparkShim) {

  /** The first part of every job's name. */
  val jobName: String =
    JobNames.snake(
      config.appName.orElse(conf.getOption("spark.app.name")).getOrElse("unknown"),
      config.redactor
    )

  def started(event: SparkListenerApplicationStart): Signal.ApplicationStarted = {
    val runId = config.applicationRunId.getOrElse(RunIds.at(event.time))
    Signal.ApplicationStarted(
      at = Instant.ofEpochMilli(event.time),
      run = RunRef(runId, JobId(config.namespace, jobName)),
      application = application(event),
      properties = config.capturedProperties.flatMap(key => conf.getOption(key).map(key -> _)).toMap,
      parent = config.parent.map(p => Parent(p, config.rootParent.getOrElse(p)))
    )
  }

  /** Spark 4 tells the exit code of the user's program; before that an end is an end. */
  def ended(event: SparkListenerApplicationEnd, counts: Map[String, Long]): Signal.ApplicationEnded = {
    val error =
      shim.exitCode(event).filter(_ != 0).map(code => RunError(s"the application ended with exit code $code"))
    Signal.ApplicationEnded(Instant.ofEpochMilli(event.time), error, counts)
  }

  private def application(event: SparkListenerApplicationStart): Application = Application(
    id = event.appId.getOrElse(""),
    name = event.appName,
    sparkVersion = SPARK_VERSION,
    master = conf.get("spark.master", ""),
    deployMode = conf.getOption("spark.submit.deployMode"),
    driverHost = conf.getOption("spark.driver.host"),
    user = Option(event.sparkUser).filter(_.nonEmpty)
  )
}
