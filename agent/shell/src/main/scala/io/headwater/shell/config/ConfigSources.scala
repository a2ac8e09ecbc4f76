package io.headwater.shell.config

import java.io.IOException
import java.nio.file.{Files, Path}

import scala.collection.immutable.ListMap

import com.fasterxml.jackson.core.JsonProcessingException
import com.fasterxml.jackson.databind.node.{ArrayNode, ObjectNode}
import com.fasterxml.jackson.databind.{DeserializationFeature, JsonNode, ObjectMapper}
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory

import io.headwater.config.ConfigTree.{Branch, Items, Leaf}
import io.headwater.config.{ConfigProblem, ConfigTree}
import io.headwater.emit.json.ExactJson
import io.headwater.shell.json.Json
import io.headwater.util.ClassNames

/** The three sources of the configuration: Spark's configuration, the environment and `openlineage.yml`. Each is read
  * into a tree.
  */
private[config] object ConfigSources {
  private val fileVariable = "OPENLINEAGE_CONFIG"

  /** Reads the keys of Spark's configuration. A blank value, as a template leaves it for a variable that is not set, is
    * no value: the other sources apply, as with the published agent.
    */
  def spark(conf: Map[String, String]): Branch =
    conf.toVector.filter { case (key, text) => key.startsWith(ConfigKey.prefix) && text.trim.nonEmpty }
      .sortBy(_._1).foldLeft(ConfigTree.empty) { case (tree, (key, text)) =>
        val path = KeyPath.parse(key.drop(ConfigKey.prefix.length))
        KeyPath.put(tree, path, sparkValue(path, text.trim)).getOrElse(
          reject(key, text, "another key has this one as its beginning; keep one of the two")
        )
      }

  /** A key that holds a text may have one in brackets. */
  private def sparkValue(path: Vector[String], text: String): ConfigTree =
    if (ConfigKeys.isText(path)) Leaf(text) else KeyPath.value(text)

  private def reject(key: String, value: String, fix: String): Nothing =
    throw new InvalidConfig(ConfigProblem.of(key, value, fix))

  /** Reads variables such as `OPENLINEAGE__TRANSPORT__TIMEOUT_IN_MILLIS=5000`, whose value may be JSON, and the short
    * names of OpenLineage's clients. A blank value is no value, as in Spark's configuration.
    */
  def environment(variables: Map[String, String]): Branch = {
    val env = variables.map { case (name, text) => name -> text.trim }.filter(_._2.nonEmpty)
    val short = BackendVariables.names.flatMap { case (name, key) =>
      env.get(name).map(v => Vector(key) -> (Leaf(v): ConfigTree))
    }
    val long = env.toVector.filter(v => VariableNames.isKey(v._1)).sortBy(_._1).map { case (name, text) =>
      VariableNames.path(name) match {
        case path @ Vector("context") => path -> Leaf(text)
        case Vector("facets", "customEnvironmentVariables") =>
          EnvironmentVariables.variables.path -> value(EnvironmentVariables.variables.path, text)
        case path => path -> value(path, text)
      }
    }
    (long ++ short).foldLeft(ConfigTree.empty) { case (tree, (path, value)) =>
      KeyPath.put(tree, path, value).getOrElse(tree)
    }
  }

  def file(env: Map[String, String], workDir: Path, home: Path): Branch =
    path(env, workDir, home).fold(ConfigTree.empty)(yaml)

  /** The first that exists and is no folder: the file that `OPENLINEAGE_CONFIG` names, `./openlineage.yml` or
    * `~/.openlineage/openlineage.yml`.
    */
  def path(env: Map[String, String], workDir: Path, home: Path): Option[Path] =
    (named(env, workDir).toVector :+ workDir.resolve("openlineage.yml") :+
      home.resolve(".openlineage").resolve("openlineage.yml")).find(isFile)

  /** Docker makes a folder of a file that it should mount and does not find. */
  private def isFile(path: Path): Boolean = Files.exists(path) && !Files.isDirectory(path)

  /** A variable may name a file of another machine, for example of the one that submits the job, and a folder may have the
    * name of the file: the other places and Spark's configuration apply, as with the published agent.
    */
  def missingFiles(env: Map[String, String], workDir: Path): Vector[String] = {
    def line(key: String, path: Path, fix: String) = ConfigProblem.of(key, path.toString, fix).line
    val inWorkDir = workDir.resolve("openlineage.yml")
    val ofVariable = named(env, workDir) match {
      case Some(file) if !isFile(file) =>
        Vector(line(fileVariable, file, "no file of the driver's machine; correct or unset it"))
      case _ => Vector.empty
    }
    if (!Files.isDirectory(inWorkDir)) ofVariable
    else ofVariable :+ line("openlineage.yml", inWorkDir, "a folder; write the file, or remove the folder")
  }

  private def named(env: Map[String, String], workDir: Path): Option[Path] =
    env.get(fileVariable).filter(_.trim.nonEmpty).map(name => workDir.resolve(name.trim))

  private def yaml(path: Path): Branch = {
    def problem(fix: String) = reject("openlineage.yml", path.toString, fix)
    try
      yamlMapper.readTree(Files.readAllBytes(path)) match {
        case o: ObjectNode => Branch(YamlTexts.read(path).children ++ context(o))
        case n if n.isMissingNode || n.isNull => ConfigTree.empty
        case _ => problem("holds no keys; write key: value lines")
      }
    catch {
      case e: JsonProcessingException =>
        val line = Option(e.getLocation).fold("")(l => s" at line ${l.getLineNr}")
        problem(s"not YAML$line; fix the file")
      case e: IOException =>
        problem(s"cannot be read (${ClassNames.simple(e)}); fix the path or the file's permissions")
    }
  }

  /** `context` stays JSON text, because the facets in it have typed values. */
  private def context(file: ObjectNode): Option[(String, ConfigTree)] = file.get("context") match {
    case o: ObjectNode => Some("context" -> Leaf(o.toString))
    case _ => None
  }

  /** JSON, or a text; a list may be written as in Spark's configuration. */
  private def value(path: Vector[String], text: String): ConfigTree = json(text) match {
    case Leaf(plain) if ConfigKeys.isList(path) => KeyPath.value(plain.trim)
    case read => read
  }

  /** A number stays as it is written: it may be a name, a key or a short hash such as `12e4567`. */
  private def json(text: String): ConfigTree =
    try
      tree(ExactJson.read(text)) match {
        case Some(value) if !value.isInstanceOf[Leaf] => value
        case Some(Leaf(value)) if text.startsWith("\"") => Leaf(value)
        case _ => Leaf(text)
      }
    catch { case _: JsonProcessingException => Leaf(text) }

  private def yamlMapper: ObjectMapper =
    new ObjectMapper(new YAMLFactory).enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)

  private def tree(node: JsonNode): Option[ConfigTree] = node match {
    case o: ObjectNode => Some(Branch(children(o)))
    case a: ArrayNode => Some(Items(Json.items(a).flatMap(tree(_))))
    case n if n.isNull || n.isMissingNode => None
    case scalar => Some(Leaf(scalar.asText))
  }

  /** In their order: namespace resolvers are tried one after the other. */
  private def children(node: ObjectNode): Map[String, ConfigTree] =
    ListMap(Json.fields(node).flatMap { case (key, value) => tree(value).map(key -> _) }: _*)
}
