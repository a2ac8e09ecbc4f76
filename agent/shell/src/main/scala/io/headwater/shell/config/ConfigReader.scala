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
    for {
      layers <- layers(sparkConf, env, workDir, home)
      config <- ofLayers(layers, sparkConf, env, workDir)
    } yield config

  /** The configuration of each source, the lowest precedence first, without short forms. */
  private[config] def layers(
      sparkConf: Map[String, String],
      env: Map[String, String],
      workDir: Path,
      home: Path
  ): Either[ConfigProblem, Vector[Branch]] =
    for {
      file <- ConfigSources.file(env, workDir, home)
      spark <- ConfigSources.spark(sparkConf)
    } yield Vector(file, ConfigSources.environment(env), spark).map(Shorthand.expand)

  /** @param layers
    *   the configuration of each source, the lowest precedence first, without short forms
    */
  private[config] def ofLayers(
      layers: Vector[Branch],
      sparkConf: Map[String, String],
      env: Map[String, String],
      workDir: Path
  ): Either[ConfigProblem, AgentConfig] =
    RedactionConfig.values(merge(layers), sparkConf, env, workDir).flatMap(ofValues)

  private[config] def merge(layers: Vector[Branch]): Branch = layers.reduce(Shorthand.merge)

  /** Reads each section. The first problem ends the reading. */
  private def ofValues(values: ConfigValues): Either[ConfigProblem, AgentConfig] =
    for {
      application <- ApplicationConfig.read(values)
      disabled <- DisabledConfig.read(values)
      jobName <- JobNaming.read(values)
      facets <- FacetsConfig.read(values)
      columnLineage <- ColumnLineageConfig.read(values)
      events <- EventsConfig.read(values)
      debug <- DebugConfig.read(values)
      filter <- NodeFilter.read(values)
      lifecycle <- LifecycleConfig.read(values)
      queue <- QueueConfig.read(values)
      extensions <- JvmConfig.read(values)
      python <- PythonConfig.read(values)
      transport <- TransportConfig.read(values)
      spool <- SpoolConfig.read(values)
      breaker <- CircuitBreakerConfig.read(values)
      dataset <- DatasetConfig.read(values)
    } yield AgentConfig(
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
      registries = MetricsConfig.read(values),
      debug = debug,
      dataset = dataset,
      keyWarnings = UnknownKeys.warnings(values.tree) ++ PublishedKeys.warnings(values.tree),
      storageWarnings = ContainerStorage.warnings(values, transport, spool)
    )
}
