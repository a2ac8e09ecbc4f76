package io.headwater.shell.environment

import java.time.Instant

import org.apache.spark.scheduler.{SparkListenerApplicationEnd, SparkListenerApplicationStart}
import org.apache.spark.{SPARK_VERSION, SparkConf}

import io.headwater.model.{Application, JobId, Parent, RunEvent, RunRef}
import io.headwater.plan.shim.SparkShim
import io.headwater.shell.config.AgentConfig
import io.headwater.shell.failures.Failures
import io.headwater.shell.lifecycle.Signal
import io.headwater.shell.naming.{JobNames, RunIds}
import io.headwater.util.Attempts

/** The run of the application itself: its job name, its parents, its end. */
final class ApplicationRuns(conf: SparkConf, config: AgentConfig, shim: SparkShim) {

  /** The job name of the application, which is also the first part of the job name of each query. */
  val jobName: String =
    JobNames.snakeCase(
      config.application.name.orElse(glueJob)
        .orElse(conf.getOption("spark.app.name").map(JobNames.withoutHost)).getOrElse("unknown"),
      config.redactor
    )

  private val links = new UiLinks(conf.getOption, conf.get("spark.app.id", ""))

  /** The name of the Glue job. Glue names an application `nativespark-JOB-RUN`, which differs for each run, unless
    * the program sets a name.
    */
  private def glueJob: Option[String] =
    if (conf.contains("spark.glue.GLUE_VERSION") && conf.get("spark.app.name", "").startsWith("nativespark-"))
      conf.getOption("spark.glue.JOB_NAME").filter(_.nonEmpty)
    else None

  def started(event: SparkListenerApplicationStart): Signal.ApplicationStarted = {
    val runId = config.application.runId.getOrElse(RunIds.at(event.time))
    Signal.ApplicationStarted(
      at = Instant.ofEpochMilli(event.time),
      run = RunRef(runId, JobId(config.application.namespace, jobName)),
      application = application(event),
      properties = config.facets.capturedProperties.flatMap(key => conf.getOption(key).map(key -> _)).toMap,
      parent = config.parents.parent.map(p => Parent(p, config.parents.root.getOrElse(p))),
      root = config.parents.root
    )
  }

  /** Since Spark 4 the event has the exit code of the program; it is 0 if a signal or `spark-submit` ends the JVM. */
  def ended(
      time: Long,
      event: Option[SparkListenerApplicationEnd],
      counts: Map[String, Long]
  ): Signal.ApplicationEnded = {
    val exiting = Attempts.caught(JvmShutdown.isInProgress()).getOrElse(false)
    val signal = if (exiting) Attempts.caught(ShutdownSignal.exitCode()).toOption else None
    val error = (event.flatMap(shim.exitCode).toVector ++ signal).find(_ != 0).map(Failures.exit).orElse {
      if (exiting && Attempts.caught(SubmitFailure.isInProgress()).getOrElse(false)) Some(Failures.submit)
      else None
    }
    Signal.ApplicationEnded(Instant.ofEpochMilli(time), error, counts, exiting)
  }

  /** Adds the address of the UI to a START event. */
  def withUiLink(event: RunEvent): RunEvent = links.addTo(event)

  private def application(event: SparkListenerApplicationStart): Application = Application(
    id = event.appId.getOrElse(""),
    name = event.appName,
    sparkVersion = SPARK_VERSION,
    master = conf.get("spark.master", ""),
    deployMode = Some(conf.get("spark.submit.deployMode", "client")),
    driverHost = conf.getOption("spark.driver.host"),
    user = Option(event.sparkUser).filter(_.nonEmpty),
    proxyUrl = links.proxy,
    historyUrl = links.history,
    dataproc = new DataprocEnvironment(conf, sys.env).read()
  )
}
