package io.headwater.shell.config

import java.net.URI
import java.util.Locale.ROOT

import scala.util.Try

import io.headwater.config.ConfigTree.Branch
import io.headwater.emit.transport.config.WebHost

/** The variables with which OpenLineage's clients name their backend. An orchestrator may have them for its own events,
  * in the environment that a driver inherits. They are one backend: a key goes to the address that it was given with, not
  * to that of another source.
  */
private[config] object BackendVariables {
  private val url = "OPENLINEAGE_URL"
  private val endpoint = "OPENLINEAGE_ENDPOINT"
  private val apiKey = "OPENLINEAGE_API_KEY"
  private val section = "transport"

  /** The short names, with the keys that they stand for. */
  val names: Vector[(String, String)] =
    Vector(url -> "url", endpoint -> "endpoint", apiKey -> "apiKey", "OPENLINEAGE_NAMESPACE" -> "namespace")

  /** The configuration of each source, the lowest precedence first, without short forms. If two sources name different
    * backends and one of them by a short name, only that of higher precedence has a transport.
    */
  def layers(file: Branch, env: Map[String, String], spark: Branch): Vector[Branch] = {
    val (short, long) = env.partition { case (name, _) => names.exists(_._1 == name) }
    val (fromFile, own) = (Shorthand.expand(file), Shorthand.expand(ConfigSources.environment(short)))
    val (variables, conf) = (Shorthand.expand(ConfigSources.environment(long)), Shorthand.expand(spark))
    val above = address(Shorthand.merge(variables, conf))
    val (other, backend) =
      if (differ(address(own), above)) (fromFile, without(own))
      else if (above.isEmpty && differ(address(own), address(fromFile))) (without(fromFile), own)
      else (fromFile, own)
    Vector(other, backend, variables, conf)
  }

  /** A key that is not sent, because it was given for another backend. */
  def warning(tree: Branch, env: Map[String, String]): Option[String] = {
    val own = Shorthand.expand(ConfigSources.environment(env.filter { case (name, _) => name == url }))
    val isUnused = env.get(apiKey).exists(_.trim.nonEmpty) && differ(address(own), address(tree)) &&
      transport(tree).forall(_.get("auth").isEmpty)
    if (!isUnused) None
    else
      Some(
        s"$apiKey is not sent, because it belongs to $url, which names another backend than ${ConfigKey.prefix}transport.url; " +
          s"give the key of this one in ${VariableNames.of("transport.auth.type")} and ${VariableNames.of("transport.auth.apiKey")}"
      )
  }

  private def differ(a: Option[String], b: Option[String]): Boolean =
    a.exists(one => b.exists(_ != one))

  private def without(tree: Branch): Branch = Branch(tree.children - section)

  private def transport(tree: Branch): Option[Branch] = tree.get(section).collect { case b: Branch => b }

  /** Scheme, host and port of the backend. */
  private def address(tree: Branch): Option[String] =
    transport(tree).flatMap(_.text("url")).map(_.trim).map { text =>
      val address = for {
        uri <- Try(new URI(text)).toOption
        host <- WebHost.of(uri)
      } yield s"${uri.getScheme}://${host.name}:${host.port}".toLowerCase(ROOT)
      address.getOrElse(text)
    }
}
