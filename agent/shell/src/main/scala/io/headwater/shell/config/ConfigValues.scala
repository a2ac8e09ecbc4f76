package io.headwater.shell.config

import java.util.UUID

import scala.util.Try

import io.headwater.config.ConfigTree.{Branch, Items, Leaf}
import io.headwater.config.{ConfigProblem, ConfigTree}
import io.headwater.redaction.Redactor

/** Single values of the merged tree, each as its key's type has it. */
private[config] final class ConfigValues(val tree: Branch, val redactor: Redactor) {

  def text(key: ConfigKey): Option[String] =
    KeyPath.at(tree, key.parts).collect { case Leaf(v) => v.trim }.filter(_.nonEmpty)

  def names(key: ConfigKey): Vector[String] =
    listed(KeyPath.at(tree, key.parts).getOrElse(Leaf(key.default)))

  def listed(value: ConfigTree): Vector[String] = value match {
    case Items(found) => found.collect { case Leaf(v) => v.trim }.filter(_.nonEmpty)
    case one: Leaf => one.listed
    case _: Branch => Vector.empty
  }

  def flag(key: ConfigKey): Either[ConfigProblem, Boolean] =
    asFlag(key.name, text(key).getOrElse(key.default))

  def asFlag(name: String, value: String): Either[ConfigProblem, Boolean] =
    truth(value).toRight(problem(name, value, ConfigValues.noFlag))

  /** The published agent's switch for a whole machine: no setting turns it on again. */
  def switchedOff(env: Map[String, String]): Either[ConfigProblem, Boolean] = {
    val name = "OPENLINEAGE_DISABLED"
    env.get(name).map(_.trim).filter(_.nonEmpty).fold[Either[ConfigProblem, Boolean]](Right(false)) { v =>
      truth(v).toRight(ConfigProblem.of(name, v, ConfigValues.noFlag, redactor))
    }
  }

  def count(key: ConfigKey): Either[ConfigProblem, Long] = {
    val from = key.kind match { case KeyType.Count(n) => n; case _ => 0 }
    val value = text(key).getOrElse(key.default)
    Try(value.toLong).toOption.filter(_ >= from)
      .toRight(problem(key.name, value, s"not a whole number from $from; write one"))
  }

  def uuid(key: ConfigKey): Either[ConfigProblem, Option[UUID]] = text(key) match {
    case None => Right(None)
    case Some(v) =>
      Parents.uuid(v).map(Some(_))
        .toRight(problem(key.name, v, "not a UUID; write it as 01234567-89ab-cdef-0123-456789abcdef"))
  }

  def problem(name: String, value: String, fix: String): ConfigProblem =
    ConfigProblem.of(ConfigKeys.prefix + name, value, fix, redactor)

  private def truth(value: String): Option[Boolean] =
    Vector(true, false).find(_.toString.equalsIgnoreCase(value.trim))
}

private object ConfigValues {
  val noFlag = "neither true nor false; write one of them"
}
