package io.headwater.shell.config

import io.headwater.config.ConfigTree.Branch

/** The variables with which OpenLineage's clients name their backend. An orchestrator may have them for its own events,
  * in the environment that a driver inherits. They are one backend: key and endpoint go to the address that they were given
  * with, not to that of another source.
  */
private[config] object BackendVariables {
  import BackendKeys.differ

  private val url = "OPENLINEAGE_URL"
  private val endpoint = "OPENLINEAGE_ENDPOINT"
  private val apiKey = "OPENLINEAGE_API_KEY"
  private val section = "transport"

  /** The short names, with the keys that they stand for. */
  val names: Vector[(String, String)] =
    Vector(url -> "url", endpoint -> "endpoint", apiKey -> "apiKey", "OPENLINEAGE_NAMESPACE" -> "namespace")

  /** The configuration of each source, the lowest precedence first, without short forms. If two sources name different
    * backends and one of them by a short name, only that of higher precedence has a transport. An endpoint alone is for the
    * backend of the file, not for one that Spark's configuration or another variable names.
    */
  def layers(file: Branch, env: Map[String, String], spark: Branch): Vector[Branch] = {
    val (short, long) = env.partition { case (name, _) => names.exists(_._1 == name) }
    val (fromFile, own) = (Shorthand.expand(file), Shorthand.expand(ConfigSources.environment(short)))
    val (variables, conf) = (Shorthand.expand(ConfigSources.environment(long)), Shorthand.expand(spark))
    val above = address(Shorthand.merge(variables, conf))
    val (other, backend) =
      if (differ(address(own), above)) (fromFile, without(own))
      else if (above.isEmpty && differ(address(own), address(fromFile))) (without(fromFile), own)
      else if (above.nonEmpty && address(own).isEmpty)
        (fromFile, KeyPath.remove(own, Vector(section, "endpoint")))
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

  private def without(tree: Branch): Branch = Branch(tree.children - section)

  private def transport(tree: Branch): Option[Branch] = tree.get(section).collect { case b: Branch => b }

  private def address(tree: Branch): Option[String] = transport(tree).flatMap(BackendKeys.address)
}
