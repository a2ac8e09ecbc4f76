package io.headwater.shell.config

import java.util.UUID

/** The identity of the application.
  *
  * @param name
  *   replaces `spark.app.name` in job names
  * @param runId
  *   the run id of the application, generated if none is configured
  */
final case class ApplicationConfig(namespace: String, name: Option[String], runId: Option[UUID])

object ApplicationConfig extends ConfigSection {

  val namespace =
    key("namespace", KeyType.Text, "Namespace of all jobs of the application.", "default")(_.text(_))
  val appName = text("appName", "Application name in job names. Default: spark.app.name.")
  val overriddenAppName = text(
    "overriddenAppName",
    "Alias of appName, as the published agent calls it in openlineage.yml and in variables."
  )
  val jobNamespace =
    text("job.namespace", "Alias of namespace. If both are set, namespace takes precedence.")
  val jobName = text("job.name", "Alias of appName. If both are set, appName takes precedence.")
  val applicationRunId = uuid("applicationRunId", "Run id of the application. Default: a generated id.")
  val overriddenApplicationRunId = uuid(
    "overriddenApplicationRunId",
    "Alias of applicationRunId, as the published agent calls it in openlineage.yml and in variables."
  )

  def read(values: ConfigValues): ApplicationConfig =
    ApplicationConfig(
      namespaceIn(values),
      appName.read(values).orElse(overriddenAppName.read(values)).orElse(jobName.read(values)),
      applicationRunId.read(values).orElse(overriddenApplicationRunId.read(values))
    )

  /** The namespace of all jobs. */
  private[config] def namespaceIn(values: ConfigValues): String =
    namespace.read(values).orElse(jobNamespace.read(values)).getOrElse(namespace.default)
}
