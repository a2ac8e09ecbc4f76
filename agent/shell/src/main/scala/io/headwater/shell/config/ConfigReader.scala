package io.headwater.shell.config

import java.nio.file.Path

import io.headwater.config.ConfigProblem
import io.headwater.config.ConfigTree.Branch

/** Reads the configuration of one application. For each key Spark's configuration has precedence over the environment,
  * and the environment over `openlineage.yml`. An invalid value is a problem, an unknown key a warning.
  */
object ConfigReader {

  def read(
      sparkConf: Map[String, String],
      env: Map[String, String],
      workDir: Path,
      home: Path
  ): Either[ConfigProblem, AgentConfig] =
    InvalidConfig.caught(ofLayers(layers(sparkConf, env, workDir, home), sparkConf, env, workDir))

  /** The configuration of each source, the lowest precedence first, without short forms. */
  private[config] def layers(
      sparkConf: Map[String, String],
      env: Map[String, String],
      workDir: Path,
      home: Path
  ): Vector[Branch] =
    BackendVariables.layers(
      ConfigSources.file(env, workDir, home),
      env,
      ConfigSources.spark(sparkConf)
    )

  /** @param layers
    *   the configuration of each source, the lowest precedence first, without short forms
    */
  private[config] def ofLayers(
      layers: Vector[Branch],
      sparkConf: Map[String, String],
      env: Map[String, String],
      workDir: Path
  ): AgentConfig =
    ofValues(RedactionConfig.values(merge(layers), sparkConf, env, workDir), BackendKeys.warnings(layers))

  /** From the highest precedence down, so that a variable with a key only belongs to the transport of Spark's
    * configuration, and is not removed with another transport that a file names.
    */
  private[config] def merge(layers: Vector[Branch]): Branch = layers.reduceRight(Shorthand.merge(_, _))

  /** Reads each section, in this order. The first problem ends the reading. */
  private def ofValues(values: ConfigValues, unsent: Vector[String]): AgentConfig = {
    lazy val transport = TransportConfig.read(values)
    lazy val spool = SpoolConfig.read(values)
    AgentConfig(
      application = ApplicationConfig.read(values),
      disabled = DisabledConfig.read(values),
      jobName = JobNaming.read(values),
      facets = FacetsConfig.read(values),
      columnLineage = ColumnLineageConfig.read(values),
      events = EventsConfig.read(values),
      debug = DebugConfig.read(values),
      filter = NodeFilter.read(values),
      lifecycle = LifecycleConfig.read(values),
      queue = QueueConfig.read(values),
      extensions = JvmConfig.read(values),
      python = PythonConfig.read(values),
      transport = transport,
      spool = spool,
      breaker = CircuitBreakerConfig.read(values),
      dataset = DatasetConfig.read(values),
      parents = ParentRuns.read(values),
      metadata = JobMetadataConfig.read(values),
      redactor = values.redactor,
      metrics = MetricsConfig.read(values),
      keyWarnings = keyWarnings(values) ++ unsent,
      storageWarnings = ContainerStorage.warnings(values, transport, spool)
    )
  }

  private def keyWarnings(values: ConfigValues): Vector[String] =
    UnknownKeys.warnings(values.tree, env = values.env) ++ PublishedKeys.warnings(values.tree) ++
      BackendVariables.warning(values.tree, values.env) ++
      ConfigSources.missingFiles(values.env, values.workDir)
}
