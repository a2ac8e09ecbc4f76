package io.headwater.shell.config

import java.nio.file.Path
import java.util.UUID

import scala.util.Try

import io.headwater.config.ConfigTree.{Branch, Items, Leaf}
import io.headwater.config.{ConfigProblem, ConfigTree}
import io.headwater.redaction.Redactor

/** The values of all keys. The readers of the keys use it.
  *
  * @param tree
  *   the merged configuration
  * @param workDir
  *   the directory of relative paths
  */
final class ConfigValues(
    val tree: Branch,
    val redactor: Redactor,
    val env: Map[String, String],
    val workDir: Path
) {

  /** The value at the key's path, a subtree if the key ends with a wildcard. */
  def at(key: ConfigKey[Any]): Option[ConfigTree] = KeyPath.at(tree, key.path)

  /** The value of an environment variable, unless it is blank. */
  def variable(name: String): Option[String] = env.get(name).map(_.trim).filter(_.nonEmpty)

  def text(key: ConfigKey[Any]): Option[String] =
    at(key).collect { case Leaf(value) => value.trim }.filter(_.nonEmpty)

  def names(key: ConfigKey[Any]): Vector[String] = list(at(key).getOrElse(Leaf(key.default)))

  /** The items of a list. The first that `parse` does not accept ends the reading of the configuration. */
  def parsed[A](key: ConfigKey[Any], fix: String)(parse: String => Option[A]): Vector[A] =
    names(key).map(text => parse(text).getOrElse(reject(key.name, text, fix)))

  def list(value: ConfigTree): Vector[String] = value match {
    case Items(values) => values.collect { case Leaf(item) => item.trim }.filter(_.nonEmpty)
    case leaf: Leaf => leaf.listed
    case _: Branch => Vector.empty
  }

  def flag(key: ConfigKey[Any]): Boolean = {
    val value = text(key).getOrElse(key.default)
    ConfigValues.boolean(value).getOrElse(reject(key.name, value, ConfigValues.noFlag))
  }

  /** The value whose name the configuration gives, in any case. */
  def choice[A](key: ConfigKey[Any], values: Vector[(String, A)]): A = {
    val name = text(key).getOrElse(key.default)
    values.find(_._1.equalsIgnoreCase(name)) match {
      case Some((_, value)) => value
      case None =>
        reject(key.name, name, s"not one of ${values.map(_._1).mkString(", ")}; write one of them")
    }
  }

  def count(key: ConfigKey[Any], from: Int): Long = {
    val value = text(key).getOrElse(key.default)
    def invalid = reject(key.name, value, s"not a whole number from $from; write one")
    val number =
      try value.toLong
      catch { case _: NumberFormatException => invalid }
    if (number >= from) number else invalid
  }

  def uuid(key: ConfigKey[Any]): Option[UUID] = text(key).map { value =>
    ConfigValues.uuid(value).getOrElse(
      reject(key.name, value, "not a UUID; write it as 01234567-89ab-cdef-0123-456789abcdef")
    )
  }

  /** Ends the reading of the configuration.
    *
    * @param name
    *   the key without the prefix
    * @param fix
    *   why the value cannot be used, and what to use instead
    */
  def reject(name: String, value: String, fix: String): Nothing =
    throw new InvalidConfig(problem(name, value, fix))

  def problem(name: String, value: String, fix: String): ConfigProblem =
    ConfigProblem.of(ConfigKey.prefix + name, value, fix, redactor)
}

private[config] object ConfigValues {
  val noFlag = "neither true nor false; write one of them"

  def boolean(value: String): Option[Boolean] =
    Vector(true, false).find(_.toString.equalsIgnoreCase(value.trim))

  /** `UUID.fromString` accepts short forms, which are rejected here. */
  def uuid(value: String): Option[UUID] =
    Try(UUID.fromString(value)).toOption.filter(_.toString.equalsIgnoreCase(value))

  /** 100 years in milliseconds. A longer time limit could not be added to the present time in nanoseconds. */
  val maxMillis: Long = 100L * 365 * 24 * 60 * 60 * 1000

  /** A number of objects that are held in memory. */
  def toInt(count: Long): Int = math.min(count, Int.MaxValue.toLong).toInt
}
