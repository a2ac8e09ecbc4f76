package io.headwater.shell.config

import java.nio.file.Path

import io.headwater.config.ConfigTree.{Branch, Items, Leaf}
import io.headwater.config.{ConfigProblem, ConfigTree}
import io.headwater.redaction.Redactor

/** The effective value of one key, redacted, and its source. */
final case class Resolved(key: String, value: String, from: String)

/** A configuration with all its problems.
  *
  * @param config
  *   the configuration without the invalid values; none if the rest cannot be read either
  */
final case class ConfigReport(
    settings: Vector[Resolved],
    problems: Vector[ConfigProblem],
    config: Option[AgentConfig]
)

/** The sources of a configuration.
  *
  * @param named
  *   returns the source of a key of Spark's configuration, for example `--conf spark.app.name`
  */
final case class Sources(
    sparkConf: Map[String, String],
    named: String => String,
    env: Map[String, String],
    workDir: Path,
    home: Path
)

object ConfigReport {
  private val maxProblems = 50

  def of(sources: Sources): ConfigReport = {
    val file = InvalidConfig.caught(ConfigSources.file(sources.env, sources.workDir, sources.home))
    val draft = Draft(sources.sparkConf, sources.env, file.getOrElse(ConfigTree.empty), Vector.empty)
    val (problems, config) = findProblems(draft, sources.workDir, maxProblems)
    val redactor = config.map(_.redactor).getOrElse(Redactor.default)
    ConfigReport(
      new Origins(sources, draft, redactor).settings,
      file.left.toOption.toVector ++ problems,
      config
    )
  }

  /** Reading ends at the first problem. To find the next one, the key of the problem is removed and the rest is read
    * again.
    */
  private def findProblems(
      draft: Draft,
      workDir: Path,
      remaining: Int
  ): (Vector[ConfigProblem], Option[AgentConfig]) =
    draft.read(workDir) match {
      case Right(config) => (Vector.empty, Some(config))
      case Left(problem) =>
        draft.without(problem.key).filter(_ => remaining > 0)
          .fold((Vector(problem), Option.empty[AgentConfig])) { rest =>
            val (others, config) = findProblems(rest, workDir, remaining - 1)
            (problem +: others, config)
          }
    }

  /** The sources of a configuration without the keys that have been removed.
    *
    * @param removed
    *   paths that are removed from each source
    */
  private[config] final case class Draft(
      conf: Map[String, String],
      env: Map[String, String],
      file: Branch,
      removed: Vector[Vector[String]]
  ) {

    def read(workDir: Path): Either[ConfigProblem, AgentConfig] =
      InvalidConfig.caught(ConfigReader.ofLayers(layers(ConfigSources.spark(conf)), conf, env, workDir))

    def layers(spark: Branch): Vector[Branch] =
      BackendVariables.layers(file, env, spark).map(layer => removed.foldLeft(layer)(KeyPath.remove))

    /** The tree of Spark's configuration, empty if two of its keys contradict each other. */
    def sparkTree: Branch = InvalidConfig.caught(ConfigSources.spark(conf)).getOrElse(ConfigTree.empty)

    /** The draft without a key, or none if no source has it. If a required key is missing, its section is removed. */
    def without(key: String): Option[Draft] =
      if (conf.contains(key)) Some(copy(conf = conf - key))
      else if (env.contains(key)) Some(copy(env = env - key))
      else {
        val all = layers(sparkTree)
        KeyPath.parse(key.stripPrefix(ConfigKey.prefix)).inits.filter(_.nonEmpty)
          .find(path => all.exists(KeyPath.at(_, path).isDefined)).map(path =>
            copy(removed = removed :+ path)
          )
      }
  }
}

/** Finds the source of each effective value. */
private final class Origins(sources: Sources, draft: ConfigReport.Draft, redactor: Redactor) {
  import Origins.Origin

  /** Each variable and each key of Spark's configuration is an origin of its own; the lowest precedence first. */
  private val origins: Vector[Origin] = {
    val file = ConfigSources.path(sources.env, sources.workDir, sources.home).map(_.toString).getOrElse("")
    val variables = sources.env.toVector.sorted.map { case (k, v) =>
      s"variable $k" -> ConfigSources.environment(Map(k -> v))
    }
    val keys = sources.sparkConf.toVector.sorted.flatMap { case (k, v) =>
      InvalidConfig.caught(ConfigSources.spark(Map(k -> v))).toOption.map(sources.named(k) -> _)
    }
    ((file -> draft.file) +: (variables ++ keys)).map { case (name, tree) =>
      Origin(name, KeyPath.leaves(Shorthand.expand(tree)).toMap)
    }
  }

  def settings: Vector[Resolved] = {
    val merged = ConfigReader.merge(draft.layers(draft.sparkTree))
    KeyPath.leaves(merged).filter(_._1.nonEmpty).map { case (path, value) =>
      val name = path.mkString(".")
      val key = ConfigKey.prefix + name
      val hidden = path.exists(Redactor.secretSections)
      Resolved(key, if (hidden) Redactor.replacement else redact(name, value), origin(path, key))
    }
  }

  /** The key itself if Spark's configuration has it; else the last origin with another form of it. */
  private def origin(path: Vector[String], key: String): String = {
    val names = origins.filter(_.values.contains(path)).map(_.name)
    if (isTags(path)) names.mkString(", ")
    else if (sources.sparkConf.contains(key)) sources.named(key)
    else names.lastOption.getOrElse("")
  }

  /** The tags of all sources are kept. */
  private def isTags(path: Vector[String]): Boolean =
    Vector(JobMetadataConfig.jobTags, JobMetadataConfig.runTags).exists(_.path == path)

  private def redact(key: String, value: ConfigTree): String = value match {
    case Leaf(text) => redactor.property(key, text)
    case Items(all) => all.map(redact(key, _)).mkString("[", ";", "]")
    case Branch(children) =>
      children.toVector.sortBy(_._1).map { case (k, v) => s"$k: ${redact(s"$key.$k", v)}" }
        .mkString("{", ", ", "}")
  }
}

private object Origins {

  /** A file, a variable or a key of Spark's configuration, with its values. */
  final case class Origin(name: String, values: Map[Vector[String], ConfigTree])
}
