package io.headwater.shell.config

import java.nio.file.Path
import java.time.Duration

import io.headwater.config.ConfigTree.{Branch, Items, Leaf}
import io.headwater.config.{ConfigProblem, RedactorConfig}
import io.headwater.emit.breaker.CircuitBreaker
import io.headwater.plan.sqltext.Literals
import io.headwater.shell.meters.Registries

/** Reads the configuration, once. For each key the Spark configuration comes before the environment, and that before
  * `openlineage.yml`. A value that cannot be used is a problem, an unknown key a warning.
  */
object ConfigReader {

  def read(
      sparkConf: Map[String, String],
      env: Map[String, String],
      workDir: Path,
      home: Path
  ): Either[ConfigProblem, AgentConfig] =
    for {
      file <- ConfigSources.file(env, workDir, home)
      spark <- ConfigSources.spark(sparkConf)
      layers = Vector(file, ConfigSources.environment(env), spark).map(Shorthand.expand)
      config <- ofLayers(layers, sparkConf, env, workDir)
    } yield config

  /** `layers`: what each place says, the weakest first, without short keys. */
  private[config] def ofLayers(
      layers: Vector[Branch],
      sparkConf: Map[String, String],
      env: Map[String, String],
      workDir: Path
  ): Either[ConfigProblem, AgentConfig] =
    for {
      plain <- RedactorConfig.read(sparkConf)
      tree = merged(layers)
      hidden <- new ConfigValues(tree, plain).flag(ConfigKeys.redactLiterals)
      redactor <- if (hidden) RedactorConfig.read(sparkConf, Some(Literals.masked(_))) else Right(plain)
      config <- new ConfigReader(new ConfigValues(tree, redactor), env, workDir).config
    } yield config

  private[config] def merged(layers: Vector[Branch]): Branch = layers.reduce(Shorthand.merge)
}

/** From the merged tree to values. */
private final class ConfigReader(reading: ConfigValues, env: Map[String, String], workDir: Path) {
  import ConfigKeys._
  import reading._

  private val parents = Parents.read(text)
  private val said = JobMetadataConfig.read(reading, env)

  def config: Either[ConfigProblem, AgentConfig] =
    for {
      runId <- uuid(applicationRunId)
      off <- flag(disabled)
      offToo <- switchedOff(env)
      naming <- both(flag(appendDatasetName), flag(replaceDot))(JobNaming.apply)
      facets <- FacetsOff.read(reading)
      columns <- columnLineage
      debug <- DebugSettings.read(reading)
      rddOff <- flag(rddEventsDisabled)
      stop <- count(stopTimeout)
      running <- count(runningInterval)
      queue <- QueueConfig.read(text, count)
      extensionsTime <- count(extensionsTimeout)
      python <- pythonConfig
      section <- transportSection
      spool <- SpoolConfig.read(text, count, problem, workDir)
      breaker <- circuitBreaker
      datasets <- DatasetConfig.read(reading)
    } yield AgentConfig(
      text(namespace).orElse(text(jobNamespace)).getOrElse(namespace.default),
      text(appName).orElse(text(jobName)),
      runId,
      parents.parent,
      parents.root,
      said.declared,
      off || offToo,
      naming,
      names(capturedProperties),
      facets,
      columns,
      datasets._1,
      NodeFilter(names(allowedNodes), names(deniedNodes), rddOff),
      Duration.ofMillis(stop),
      Duration.ofMillis(running),
      queue,
      section,
      spool,
      breaker,
      JvmConfig(
        names(extensionsDisabled).toSet,
        Duration.ofMillis(extensionsTime),
        text(testExtensionProvider)
      ),
      python,
      debug,
      metrics,
      redactor,
      UnknownKeys.warnings(tree) ++ PublishedKeys.warnings(tree) ++ parents.warnings ++ said.warnings ++
        datasets._2 ++
        metrics.toVector.flatMap(Registries.problems).map(prefix + _)
    )

  private def columnLineage: Either[ConfigProblem, ColumnLineageConfig] = for {
    once <- flag(datasetLineage)
    described <- flag(descriptions)
    limit <- if (text(schemaSizeLimit).isEmpty) Right(None) else count(schemaSizeLimit).map(Some(_))
  } yield ColumnLineageConfig(once, described, limit.map(QueueConfig.inMemory))

  private def pythonConfig: Either[ConfigProblem, PythonConfig] = for {
    discover <- flag(pythonDiscover)
    timeout <- count(pythonTimeout)
    start <- count(pythonStartTimeout)
    bytes <- count(pythonMaxAnswer)
    memory <- count(pythonMaxMemory)
  } yield PythonConfig(
    names(pythonExtensions),
    discover,
    names(pythonDisabled),
    text(pythonExec),
    Duration.ofMillis(timeout),
    Duration.ofMillis(start),
    QueueConfig.inMemory(bytes),
    memory
  )

  private def both[A, B, C](a: Either[ConfigProblem, A], b: Either[ConfigProblem, B])(f: (A, B) => C) =
    for { x <- a; y <- b } yield f(x, y)

  private def transportSection: Either[ConfigProblem, Option[Branch]] = tree.get("transport") match {
    case None => Right(None)
    case Some(b: Branch) if b.text("type").exists(_.trim.nonEmpty) => Right(Some(b))
    case Some(_: Branch) =>
      Left(problem("transport.type", "", "missing; write console, http, file, kafka or another type"))
    case Some(Leaf(v)) => Left(problem("transport", v, "not a section; write transport.type"))
    case Some(_: Items) =>
      Left(problem("transport", "", "a list; write transport.type=composite for several"))
  }

  private def metrics: Option[Branch] = tree.get("metrics").collect { case b: Branch => b }

  private def circuitBreaker: Either[ConfigProblem, CircuitBreaker] = tree.get("circuitBreaker") match {
    case Some(_: Leaf | _: Items) =>
      Left(problem("circuitBreaker", "", "not a section; write circuitBreaker.type"))
    case section =>
      CircuitBreaker.read(s"${prefix}circuitBreaker", section.collect { case b: Branch => b }, redactor)
  }
}
