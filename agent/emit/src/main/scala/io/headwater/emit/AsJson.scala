package io.headwater.emit

import com.fasterxml.jackson.databind.JsonNode
import com.fasterxml.jackson.databind.node.JsonNodeFactory

import io.headwater.model.ConfigTree

/** A section as the client's own readers take it. */
private[emit] object AsJson {
  def apply(tree: ConfigTree): JsonNode = {
    val nodes = JsonNodeFactory.instance
    tree match {
      case ConfigTree.Leaf(v) => nodes.textNode(v)
      case ConfigTree.Items(all) => all.foldLeft(nodes.arrayNode())((a, t) => a.add(AsJson(t)))
      case ConfigTree.Branch(c) =>
        val out = nodes.objectNode()
        c.foreach { case (k, t) => out.set[JsonNode](k, AsJson(t)) }
        out
    }
  }
}
