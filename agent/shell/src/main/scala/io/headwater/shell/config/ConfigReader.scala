package io.headwater.shell.config

import java.nio.file.Path
import java.time.Duration
import java.util.UUID

import scala.util.Try

import io.headwater.emit.breaker.Breaker
import io.headwater.model.ConfigTree.{Branch, Items, Leaf}
import io.headwater.model.{ConfigProblem, JobId, Redactor, RunRef}
import io.headwater.plan.sqltext.Literals
import io.headwater.shell.jvm.JvmConfig
import io.headwater.shell.python.peers.PythonConfig

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
      plain <- Redactor.of(sparkConf)
      file <- ConfigSources.file(env, workDir, home)
      spark <- ConfigSources.spark(sparkConf)
      layers = Vector(file, ConfigSources.environment(env), spark).map(Shorthand.expand)
      tree = layers.reduce(Shorthand.merge)
      hidden <- new Reading(tree, plain, workDir).flag(ConfigKeys.redactLiterals)
      redactor <- if (hidden) Redactor.of(sparkConf, Some(Literals.hidden(_))) else Right(plain)
      config <- new Reading(tree, redactor, workDir).config
    } yield config
}

/** From the merged tree to values. */
private final class Reading(tree: Branch, redactor: Redactor, workDir: Path) {
  import ConfigKeys._

  def config: Either[ConfigProblem, AgentConfig] =
    for {
      runId <- uuid(applicationRunId)
      parent <- runRef(parentRunId, parentJobNamespace, parentJobName)
      root <- runRef(rootParentRunId, rootParentJobNamespace, rootParentJobName)
      off <- flag(disabled)
      naming <- both(flag(appendDatasetName), flag(replaceDot))(JobNaming.apply)
      facets <- facetsOff
      columns <- both(flag(datasetLineage), flag(descriptions))(ColumnLineageConfig.apply)
      rddOff <- flag(rddEventsDisabled)
      stop <- count(stopTimeout)
      queue <- QueueConfig.read(text, count)
      extensionsTime <- count(extensionsTimeout)
      python <- pythonConfig
      section <- transportSection
      spool <- SpoolConfig.read(text, count, problem, workDir)
      breaker <- circuitBreaker
    } yield AgentConfig(
      text(namespace).getOrElse(namespace.default),
      text(appName),
      runId,
      parent,
      root,
      off,
      naming,
      names(capturedProperties),
      facets,
      columns,
      NodeFilter(names(allowedNodes), names(deniedNodes), rddOff),
      Duration.ofMillis(stop),
      queue,
      section,
      spool,
      breaker,
      JvmConfig(names(extensionsDisabled).toSet, Duration.ofMillis(extensionsTime.toLong)),
      python,
      redactor,
      UnknownKeys.warnings(tree) ++ partialParents
    )

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

  private def text(key: ConfigKey): Option[String] =
    KeyPath.at(tree, key.parts).collect { case Leaf(v) => v.trim }.filter(_.nonEmpty)

  private def names(key: ConfigKey): Vector[String] = {
    def split(s: String): Vector[String] = s.split(',').toVector
    (KeyPath.at(tree, key.parts) match {
      case Some(Items(found)) => found.collect { case Leaf(v) => v }
      case Some(Leaf(v)) => split(v)
      case _ => split(key.default)
    }).map(_.trim).filter(_.nonEmpty)
  }

  def flag(key: ConfigKey): Either[ConfigProblem, Boolean] =
    asFlag(key.name, text(key).getOrElse(key.default))

  private def asFlag(name: String, value: String): Either[ConfigProblem, Boolean] =
    value.trim.toLowerCase(java.util.Locale.ROOT) match {
      case "true" => Right(true)
      case "false" => Right(false)
      case _ => Left(problem(name, value, "neither true nor false; write one of them"))
    }

  private def count(key: ConfigKey): Either[ConfigProblem, Long] = {
    val from = key.kind match { case KeyType.Count(n) => n; case _ => 0 }
    val value = text(key).getOrElse(key.default)
    Try(value.toLong).toOption.filter(_ >= from).toRight(problem(
      key.name,
      value,
      s"not a whole number from $from; write one"
    ))
  }

  private def uuid(key: ConfigKey): Either[ConfigProblem, Option[UUID]] = text(key) match {
    case None => Right(None)
    case Some(v) =>
      Try(UUID.fromString(v)).toOption.filter(_.toString.equalsIgnoreCase(v)).map(Some(_))
        .toRight(problem(key.name, v, "not a UUID; write it as 01234567-89ab-cdef-0123-456789abcdef"))
  }

  private def runRef(
      id: ConfigKey,
      namespace: ConfigKey,
      name: ConfigKey
  ): Either[ConfigProblem, Option[RunRef]] =
    uuid(id).map(found =>
      for { u <- found; ns <- text(namespace); n <- text(name) } yield RunRef(u, JobId(ns, n))
    )

  private def partialParents: Vector[String] =
    Vector(
      Vector(parentRunId, parentJobNamespace, parentJobName),
      Vector(rootParentRunId, rootParentJobNamespace, rootParentJobName)
    ).flatMap { keys =>
      val missing = keys.filter(text(_).isEmpty).map(k => prefix + k.name)
      if (missing.isEmpty || missing.size == keys.size) None
      else Some(s"the parent run is ignored: ${missing.mkString(" and ")} must be set as well")
    }

  /** The disabled facets. A name out of an environment variable has lost its case, dots and underscores. */
  private def facetsOff: Either[ConfigProblem, Set[String]] = {
    val flags = KeyPath.at(tree, Vector("facets")).toVector.flatMap(KeyPath.leaves(_)).collect {
      case (path, Leaf(v)) if path.size >= 2 && path.lastOption.contains("disabled") =>
        path.init.mkString(".") -> v
    }
    flags.foldLeft[Either[ConfigProblem, Set[String]]](Right(disabledFacets)) { case (read, (name, value)) =>
      def bare(s: String): String = s.filter(_.isLetterOrDigit).toLowerCase(java.util.Locale.ROOT)
      val known = (disabledFacets ++ Set(
        "spark_properties",
        "spark_applicationDetails",
        "processing_engine",
        "headwater_coverage",
        "headwater_agent",
        "headwater_sequence"
      )).find(k => bare(k) == bare(name)).getOrElse(name)
      for { set <- read; off <- asFlag(s"facets.$name.disabled", value) } yield
        if (off) set + known else set - known
    }
  }

  private def transportSection: Either[ConfigProblem, Option[Branch]] = tree.get("transport") match {
    case None => Right(None)
    case Some(b: Branch) if b.text("type").exists(_.trim.nonEmpty) => Right(Some(b))
    case Some(_: Branch) =>
      Left(problem("transport.type", "", "missing; write console, http, file, kafka or another type"))
    case Some(Leaf(v)) => Left(problem("transport", v, "not a section; write transport.type"))
    case Some(_: Items) =>
      Left(problem("transport", "", "a list; write transport.type=composite for several"))
  }

  private def circuitBreaker: Either[ConfigProblem, Breaker] = tree.get("circuitBreaker") match {
    case Some(b: Branch) => Breaker.read(s"${prefix}circuitBreaker", Some(b), redactor)
    case Some(_) => Left(problem("circuitBreaker", "", "not a section; write circuitBreaker.type"))
    case None => Breaker.read(s"${prefix}circuitBreaker", None, redactor)
  }

  private def problem(name: String, value: String, fix: String): ConfigProblem =
    ConfigProblem.of(prefix + name, value, fix, redactor)
}
