package io.headwater.shell.config

import java.util.Locale.ROOT

/** The names of variables such as `OPENLINEAGE__TRANSPORT__TIMEOUT_IN_MILLIS`, and the paths of their keys. */
private[config] object VariableNames {
  private val prefix = "OPENLINEAGE__"

  /** Whether the variable has a key in its name. The short forms such as `OPENLINEAGE_URL` have none. */
  def isKey(name: String): Boolean = name.startsWith(prefix)

  /** `transport`, `timeoutInMillis` for the example above; `transport`, `properties`, `sasl.jaas.config` and `transport`,
    * `headers`, `x-tenant` for `PROPERTIES__SASL__JAAS__CONFIG` and `HEADERS__X_TENANT`.
    */
  def path(name: String): Vector[String] = {
    val parts = name.drop(prefix.length).split("__").toVector
    val headers = if (parts.headOption.contains("TRANSPORT")) parts.indexOf("HEADERS") else -1
    if (headers < 0 || headers == parts.size - 1) KeyPath.parse(parts.map(camel).mkString("."))
    else parts.take(headers + 1).map(camel) :+ parts.drop(headers + 1).map(header).mkString("-")
  }

  /** The name of the variable for a key: one underscore before each capital letter inside a part. */
  def of(key: String): String = prefix + key.split('.').map(snake).mkString("__")

  /** The variable that sets the value at a path. */
  def origin(env: Map[String, String], path: Vector[String]): Option[String] =
    env.toVector.filter(v => isKey(v._1)).sorted.collectFirst {
      case (name, text)
          if KeyPath.leaves(ConfigSources.environment(Map(name -> text))).exists(_._1 == path) =>
        name
    }

  /** The names of headers have hyphens. */
  private def header(snake: String): String = snake.toLowerCase(ROOT).replace('_', '-')

  private def camel(snake: String): String = {
    val words = snake.toLowerCase(ROOT).split('_').filter(_.nonEmpty).toVector
    words.take(1).mkString + words.drop(1).map(_.capitalize).mkString
  }

  private def snake(camel: String): String = camel.replaceAll("([a-z0-9])([A-Z])", "$1_$2").toUpperCase(ROOT)
}
