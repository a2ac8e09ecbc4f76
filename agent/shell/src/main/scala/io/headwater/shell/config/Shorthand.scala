package io.headwater.shell.config

import io.headwater.config.ConfigTree
import io.headwater.config.ConfigTree.{Branch, Leaf}

/** Puts short keys where they belong: `url` and `host` make an `http` transport, `endpoint` and `apiKey` add to it, and
  * an address may hold settings itself.
  */
private[config] object Shorthand {
  private val short = Set("url", "host", "endpoint", "apiKey")

  def expand(tree: Branch): Branch = {
    val url = tree.text("url").orElse(tree.text("host"))
    val auth = tree.text("apiKey").map(k => Branch(Map("type" -> Leaf("api_key"), "apiKey" -> Leaf(k))))
    val parts =
      Map[String, ConfigTree]() ++ url.map("url" -> Leaf(_)) ++ url.map(_ => "type" -> Leaf("http")) ++
        tree.text("endpoint").map("endpoint" -> Leaf(_)) ++ auth.map("auth" -> _)
    if (parts.isEmpty) inAddress(tree)
    else {
      val transport =
        tree.get("transport").fold[ConfigTree](Branch(parts))(ConfigTree.merge(Branch(parts), _))
      inAddress(Branch((tree.children -- short).updated("transport", transport)))
    }
  }

  /** What an address of the http transport says beyond where the backend is; single keys of the same place count more. */
  private def inAddress(tree: Branch): Branch = tree.get("transport") match {
    case Some(transport: Branch) if transport.text("type").forall(_.trim.equalsIgnoreCase("http")) =>
      transport.text("url").flatMap(Address.of).fold(tree) { address =>
        val bare = Branch(transport.children.updated("url", Leaf(address.base)))
        ConfigTree.merge(address.settings, Branch(tree.children.updated("transport", bare)))
      }
    case _ => tree
  }

  /** Higher settings over lower ones. Transports of two types do not mix: the lower one goes. Tags add up. */
  def merge(under: Branch, over: Branch): Branch = {
    def kind(tree: Branch): Option[String] =
      KeyPath.at(tree, Vector("transport", "type")).collect { case Leaf(v) => v }
    val clash = kind(under).exists(u => kind(over).exists(o => !o.equalsIgnoreCase(u)))
    val merged = ConfigTree.merge(if (clash) Branch(under.children - "transport") else under, over)
    Vector(ConfigKeys.jobTags, ConfigKeys.runTags).map(_.parts).foldLeft(merged) { (tree, path) =>
      val both =
        for { u <- KeyPath.at(under, path); o <- KeyPath.at(over, path) } yield TagsConfig.merge(u, o)
      both.fold(tree)(tags =>
        ConfigTree.merge(tree, KeyPath.put(ConfigTree.empty, path, tags).getOrElse(tree))
      )
    }
  }
}
