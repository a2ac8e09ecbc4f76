package io.headwater.shell.config

import io.headwater.model.ConfigTree
import io.headwater.model.ConfigTree.{Branch, Leaf}

/** Puts short keys where they belong: `url` and `host` make an `http` transport, `endpoint` and `apiKey` add to it. */
private[config] object Shorthand {
  private val short = Set("url", "host", "endpoint", "apiKey")

  def expand(tree: Branch): Branch = {
    val url = tree.text("url").orElse(tree.text("host"))
    val auth = tree.text("apiKey").map(k => Branch(Map("type" -> Leaf("api_key"), "apiKey" -> Leaf(k))))
    val parts =
      Map[String, ConfigTree]() ++ url.map("url" -> Leaf(_)) ++ url.map(_ => "type" -> Leaf("http")) ++
        tree.text("endpoint").map("endpoint" -> Leaf(_)) ++ auth.map("auth" -> _)
    if (parts.isEmpty) tree
    else {
      val transport =
        tree.get("transport").fold[ConfigTree](Branch(parts))(ConfigTree.merge(Branch(parts), _))
      Branch((tree.children -- short).updated("transport", transport))
    }
  }

  /** Higher settings over lower ones. Transports of two types do not mix: the lower one goes. */
  def merge(under: Branch, over: Branch): Branch = {
    def kind(tree: Branch): Option[String] =
      KeyPath.at(tree, Vector("transport", "type")).collect { case Leaf(v) => v }
    val clash = kind(under).exists(u => kind(over).exists(o => !o.equalsIgnoreCase(u)))
    ConfigTree.merge(if (clash) Branch(under.children - "transport") else under, over) match {
      case b: Branch => b
      case _ => over
    }
  }
}
