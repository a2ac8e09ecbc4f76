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
    Vector(
      ConfigSources.file(env, workDir, home),
      ConfigSources.environment(env),
      ConfigSources.spark(sparkConf)
    ).map(Shorthand.expand)

  /** @param layers
    *   the configuration of each source, the lowest precedence first, without short forms
    */
  private[config] def ofLayers(
      layers: Vector[Branch],
      sparkConf: Map[String, String],
      env: Map[String, String],
      workDir: Path
  ): AgentConfig = ofValues(RedactionConfig.values(merge(layers), sparkConf, env, workDir))

  /** From the highest precedence down, so that a variable with a key only belongs to the transport of Spark's
    * configuration, and is not removed with another transport that a file names.
    */
  private[config] def merge(layers: Vector[Branch]): Branch = layers.reduceRight(Shorthand.merge(_, _))

  /** Reads each section, in the order in which problems are told. The first problem ends the reading. */
  private def ofValues(values: ConfigValues): AgentConfig = {
    val application = ApplicationConfig.read(values)
    val disabled = DisabledConfig.read(values)
    val jobName = JobNaming.read(values)
    val facets = FacetsConfig.read(values)
    val columnLineage = ColumnLineageConfig.read(values)
    val events = EventsConfig.read(values)
    val debug = DebugConfig.read(values)
    val filter = NodeFilter.read(values)
    val lifecycle = LifecycleConfig.read(values)
    val queue = QueueConfig.read(values)
    val extensions = JvmConfig.read(values)
    val python = PythonConfig.read(values)
    val transport = TransportConfig.read(values)
    val spool = SpoolConfig.read(values)
    val breaker = CircuitBreakerConfig.read(values)
    val dataset = DatasetConfig.read(values)
    AgentConfig(
      application = application,
      parents = ParentRuns.read(values),
      metadata = JobMetadataConfig.read(values),
      disabled = disabled,
      jobName = jobName,
      facets = facets,
      columnLineage = columnLineage,
      events = events,
      filter = filter,
      redactor = values.redactor,
      lifecycle = lifecycle,
      queue = queue,
      extensions = extensions,
      python = python,
      spool = spool,
      transport = transport,
      breaker = breaker,
      metrics = MetricsConfig.read(values),
      debug = debug,
      dataset = dataset,
      keyWarnings =
        UnknownKeys.warnings(values.tree, env = values.env) ++ PublishedKeys.warnings(values.tree),
      storageWarnings = ContainerStorage.warnings(values, transport, spool)
    )
  }
}
