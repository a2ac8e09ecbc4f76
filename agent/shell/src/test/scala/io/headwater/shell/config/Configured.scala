package io.headwater.shell.config

import java.nio.charset.StandardCharsets
import java.nio.file.{Files, Path}

import org.scalatest.Assertions

import io.headwater.config.ConfigProblem

/** Reads configurations as an application does, from keys without their prefix, environment variables and the text of
  * openlineage.yml.
  */
trait Configured extends Assertions {
  protected val empty: Path = Files.createTempDirectory("headwater-config")

  protected def read(conf: Map[String, String], env: Map[String, String], yaml: String) = {
    val dir = Files.createTempDirectory("headwater-config")
    if (yaml.nonEmpty) Files.write(dir.resolve("openlineage.yml"), yaml.getBytes(StandardCharsets.UTF_8))
    ConfigReader.read(conf.map { case (k, v) => s"spark.openlineage.$k" -> v }, env, dir, empty)
  }

  /** The values of all keys, as the sections read them. */
  protected def values(
      conf: Map[String, String],
      env: Map[String, String] = Map.empty
  ): Either[ConfigProblem, ConfigValues] = {
    val spark = conf.map { case (k, v) => s"spark.openlineage.$k" -> v }
    InvalidConfig.caught {
      val layers = ConfigReader.layers(spark, env, empty, empty)
      RedactionConfig.values(ConfigReader.merge(layers), spark, env, empty)
    }
  }

  protected def good(
      conf: Map[String, String] = Map.empty,
      env: Map[String, String] = Map.empty,
      yaml: String = ""
  ): AgentConfig =
    read(conf, env, yaml).fold(p => fail(p.line), c => c)

  protected def problem(conf: Map[String, String] = Map.empty, yaml: String = ""): String =
    read(conf, Map.empty, yaml).fold(_.line, c => fail(s"accepted as $c"))
}
