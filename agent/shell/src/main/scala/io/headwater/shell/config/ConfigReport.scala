package io.headwater.shell.config

import java.nio.file.Path

import io.headwater.config.ConfigTree.{Branch, Items, Leaf}
import io.headwater.config.{ConfigProblem, ConfigTree}
import io.headwater.redaction.Redactor

/** One key as it counts: its value, as far as it may be shown, and where that comes from. */
final case class Resolved(key: String, value: String, from: String)

/** A configuration with all that is wrong with it. `config` is read without what is wrong; none where nothing is left. */
final case class ConfigReport(
    settings: Vector[Resolved],
    problems: Vector[ConfigProblem],
    config: Option[AgentConfig]
)

/** Where a configuration comes from; `named` says of one of Spark's keys who has set it. */
final case class Sources(
    sparkConf: Map[String, String],
    named: String => String,
    env: Map[String, String],
    workDir: Path,
    home: Path
)

object ConfigReport {
  import ConfigKeys.prefix

  /** So many problems are looked for. */
  private val most = 50

  def of(sources: Sources): ConfigReport = {
    val file = ConfigSources.file(sources.env, sources.workDir, sources.home)
    val first = Draft(sources.sparkConf, sources.env, file.getOrElse(ConfigTree.empty), Vector.empty)
    val (problems, config) = examined(first, sources.workDir, most)
    val redactor = config.map(_.redactor).getOrElse(Redactor.default)
    ConfigReport(
      new Origins(sources, first, redactor).settings,
      file.left.toOption.toVector ++ problems,
      config
    )
  }

  /** What a problem names is taken away, and the rest is read again. */
  private def examined(draft: Draft, workDir: Path, left: Int): (Vector[ConfigProblem], Option[AgentConfig]) =
    draft.read(workDir) match {
      case Right(config) => (Vector.empty, Some(config))
      case Left(problem) =>
        draft.without(problem.key).filter(_ => left > 0).fold((Vector(problem), Option.empty[AgentConfig])) {
          rest =>
            val (others, config) = examined(rest, workDir, left - 1)
            (problem +: others, config)
        }
    }

  /** What is there, but for the sections that have been cut. */
  private[config] final case class Draft(
      conf: Map[String, String],
      env: Map[String, String],
      file: Branch,
      cut: Vector[Vector[String]]
  ) {

    def read(workDir: Path): Either[ConfigProblem, AgentConfig] =
      for {
        spark <- ConfigSources.spark(conf); read <- ConfigReader.ofLayers(layers(spark), conf, env, workDir)
      } yield read

    def layers(spark: Branch): Vector[Branch] =
      Vector(file, ConfigSources.environment(env), spark).map(Shorthand.expand).map(l =>
        cut.foldLeft(l)(KeyPath.cut)
      )

    /** None where nothing can be taken away. A key that is missing takes its section along. */
    def without(key: String): Option[Draft] =
      if (conf.contains(key)) Some(copy(conf = conf - key))
      else if (env.contains(key)) Some(copy(env = env - key))
      else {
        val all = layers(ConfigSources.spark(conf).getOrElse(ConfigTree.empty))
        KeyPath.parse(key.stripPrefix(prefix)).inits.filter(_.nonEmpty)
          .find(path => all.exists(KeyPath.at(_, path).isDefined)).map(path => copy(cut = cut :+ path))
      }
  }
}

/** Which of all places each value is from. */
private final class Origins(sources: Sources, draft: ConfigReport.Draft, redactor: Redactor) {
  private type Said = (String, Map[Vector[String], ConfigTree])

  private val places: Vector[Said] = {
    val yml = ConfigSources.path(sources.env, sources.workDir, sources.home).map(_.toString).getOrElse("")
    val variables = sources.env.toVector.sorted.map { case (k, v) =>
      s"variable $k" -> ConfigSources.environment(Map(k -> v))
    }
    val keys = sources.sparkConf.toVector.sorted.flatMap { case (k, v) =>
      ConfigSources.spark(Map(k -> v)).toOption.map(sources.named(k) -> _)
    }
    ((yml -> draft.file) +: (variables ++ keys)).map { case (name, tree) =>
      name -> KeyPath.leaves(Shorthand.expand(tree)).toMap
    }
  }

  def settings: Vector[Resolved] = {
    val spark = ConfigSources.spark(draft.conf).getOrElse(ConfigTree.empty)
    KeyPath.leaves(ConfigReader.merged(draft.layers(spark))).filter(_._1.nonEmpty).map { case (path, value) =>
      val name = path.mkString(".")
      Resolved(ConfigKeys.prefix + name, shown(name, value), from(path, ConfigKeys.prefix + name))
    }
  }

  /** The key itself, where Spark has it; else the last of the places that say it in other words. */
  private def from(path: Vector[String], key: String): String = {
    val all = places.filter(_._2.contains(path)).map(_._1)
    if (isList(path)) all.mkString(", ")
    else if (sources.sparkConf.contains(key)) sources.named(key)
    else all.lastOption.getOrElse("")
  }

  /** Tags of all places count. */
  private def isList(path: Vector[String]): Boolean =
    Vector(ConfigKeys.jobTags, ConfigKeys.runTags).exists(_.parts == path)

  private def shown(key: String, value: ConfigTree): String = value match {
    case Leaf(text) => redactor.property(key, text)
    case Items(all) => all.map(shown(key, _)).mkString("[", ";", "]")
    case Branch(children) =>
      children.toVector.sortBy(_._1).map { case (k, v) => s"$k: ${shown(s"$key.$k", v)}" }.mkString(
        "{",
        ", ",
        "}"
      )
  }
}
