package io.headwater.shell.config

import io.headwater.config.ConfigTree
import io.headwater.config.ConfigTree.{Branch, Leaf}
import io.headwater.emit.transport.config.TransportOptions

/** Short forms of the transport's keys. They are expanded before the sources are merged. A URL can hold settings, too
  * ([[BackendUrl]]).
  */
object Shorthand extends ConfigSection {

  val url = text("url", "Short form of transport.type=http and transport.url.")
  val host = text("host", "Alias of url.")
  val endpoint = text("endpoint", "Short form of transport.endpoint.")
  val apiKey = text("apiKey", "Short form of transport.auth.type=api_key and transport.auth.apiKey.")

  /** The tree of one source with the long forms in place of the short ones. */
  private[config] def expand(source: Branch): Branch = {
    val tree = FacetsConfig.canonical(source)
    val address = tree.text(url.name).orElse(tree.text(host.name))
    val auth = tree.text(apiKey.name).map(value =>
      Branch(Map("type" -> Leaf("api_key"), "apiKey" -> Leaf(value)))
    )
    val options = Map[String, ConfigTree]() ++ address.map("url" -> Leaf(_)) ++
      address.map(_ => "type" -> Leaf("http")) ++ tree.text(endpoint.name).map("endpoint" -> Leaf(_)) ++
      auth.map("auth" -> _)
    if (options.isEmpty) expandUrl(tree)
    else {
      val transport =
        tree.get("transport").fold[ConfigTree](Branch(options))(ConfigTree.merge(Branch(options), _))
      expandUrl(Branch((tree.children -- keys.map(_.name)).updated("transport", transport)))
    }
  }

  /** Expands the settings in the URL of an http transport. Single keys of the same source have precedence. */
  private def expandUrl(tree: Branch): Branch = tree.get("transport") match {
    case Some(transport: Branch) if TransportOptions.kind(transport).forall(_ == "http") =>
      transport.text("url").flatMap(BackendUrl.of).fold(tree) { address =>
        val plain = Branch(transport.children.updated("url", Leaf(address.base)))
        ConfigTree.merge(address.settings, Branch(tree.children.updated("transport", plain)))
      }
    case _ => tree
  }

  /** The settings of two sources; `over` has precedence. Two types of transport are not mixed: that of `under` is
    * removed. Nor does the backend of `over` get keys that `under` has for another one. Tags of both sources are kept.
    */
  private[config] def merge(under: Branch, over: Branch): Branch = {
    def transportType(tree: Branch): Option[String] =
      tree.get("transport").collect { case section: Branch => section }.flatMap(TransportOptions.kind)
    val differ = transportType(under).exists(u => transportType(over).exists(_ != u))
    val base = if (differ) Branch(under.children - "transport") else BackendKeys.without(under, over)
    val merged = ConfigTree.merge(base, over)
    Vector(JobMetadataConfig.jobTags, JobMetadataConfig.runTags).map(_.path).foldLeft(merged) {
      (tree, path) =>
        val tags = for { u <- KeyPath.at(under, path); o <- KeyPath.at(over, path) } yield Tags.merge(u, o)
        tags.fold(tree)(t => ConfigTree.merge(tree, KeyPath.put(ConfigTree.empty, path, t).getOrElse(tree)))
    }
  }
}
