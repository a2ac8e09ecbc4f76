package io.headwater.shell.config

/** The form of a key's value. `name` is its text in the reference. */
sealed abstract class KeyType(val name: String)
object KeyType {
  case object Text extends KeyType("text")
  case object Flag extends KeyType("true or false")

  /** One of several names. */
  final case class Choice(names: Vector[String]) extends KeyType(names.mkString(" or "))
  final case class Count(from: Int) extends KeyType(s"whole number from $from")

  /** ISO-8601 with an offset. */
  case object Time extends KeyType("time")
  case object Uuid extends KeyType("UUID")

  /** `a,b` or `[a;b]`. */
  case object Names extends KeyType("list of names")

  /** `k:v;label;k:v:source`, or a list of such texts. */
  case object Tags extends KeyType("tags")
  case object Json extends KeyType("JSON")

  /** A subtree that another component reads, for example the transport. */
  case object Section extends KeyType("section")
}

/** One key of the configuration. Only a [[ConfigSection]] creates keys, so that each key belongs to a section.
  *
  * @param name
  *   the key without the prefix `spark.openlineage.`; `*` matches one part, a final `**` any number of parts
  * @param default
  *   the default as the reference shows it, empty if there is none
  * @param hasEffect
  *   false for a key of the published agent that is accepted without effect; `doc` then gives the reason
  */
final class ConfigKey[+A] private[config] (
    val name: String,
    val kind: KeyType,
    val default: String,
    val doc: String,
    val hasEffect: Boolean,
    reader: (ConfigValues, ConfigKey[Any]) => A
) {
  private val parts: Vector[String] = name.split('.').toVector

  /** The key as it stands in Spark's configuration. */
  def fullName: String = ConfigKey.prefix + name

  /** The path in the configuration tree, without a final wildcard. */
  def path: Vector[String] = if (isOpen || parts.lastOption.contains("*")) parts.init else parts

  def matches(path: Vector[String]): Boolean =
    if (isOpen) path.size >= parts.size - 1 && matchesParts(path.take(parts.size - 1))
    else path.size == parts.size && matchesParts(path)

  private[config] def read(values: ConfigValues): A = reader(values, this)

  private def isOpen: Boolean = parts.lastOption.contains("**")

  private def matchesParts(path: Vector[String]): Boolean =
    path.zip(parts).forall { case (part, pattern) => pattern == "*" || pattern == part }
}

object ConfigKey {
  final val prefix = "spark.openlineage."
}
