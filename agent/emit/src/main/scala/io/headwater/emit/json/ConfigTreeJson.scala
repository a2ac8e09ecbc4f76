package io.headwater.emit.json

import com.fasterxml.jackson.databind.JsonNode
import com.fasterxml.jackson.databind.node.JsonNodeFactory

import io.headwater.config.ConfigTree

/** Converts a section to JSON, for the readers of openlineage-java. */
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
