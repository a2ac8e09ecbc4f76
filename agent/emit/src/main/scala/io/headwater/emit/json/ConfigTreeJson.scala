package io.headwater.emit.json

import com.fasterxml.jackson.databind.JsonNode
import com.fasterxml.jackson.databind.node.JsonNodeFactory

import io.headwater.config.ConfigTree

/** A section as the client's own readers take it. */
private[emit] object ConfigTreeJson {
  def apply(tree: ConfigTree): JsonNode = {
    val nodes = JsonNodeFactory.instance
    tree match {
      case ConfigTree.Leaf(v) => nodes.textNode(v)
      case ConfigTree.Items(all) => all.foldLeft(nodes.arrayNode())((a, t) => a.add(ConfigTreeJson(t)))
      case ConfigTree.Branch(c) =>
        val out = nodes.objectNode()
        c.foreach { case (k, t) => out.set[JsonNode](k, ConfigTreeJson(t)) }
        out
    }
  }
}
