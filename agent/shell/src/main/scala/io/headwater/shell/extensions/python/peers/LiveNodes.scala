package io.headwater.shell.extensions.python.peers

import java.util.concurrent.atomic.AtomicReference

import com.fasterxml.jackson.databind.JsonNode
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan

import io.headwater.shell.extensions.snapshot.NodeValues

/** The plan nodes of one request. Python can read values of them until the request is answered; after that this
  * object refers to no plan.
  */
final class LiveNodes(nodes: Int => Option[LogicalPlan], values: NodeValues) {
  private val open = new AtomicReference[Option[Int => Option[LogicalPlan]]](Some(nodes))

  /** The value at a path of a node; a message for the author of the extension if there is none. */
  def apply(node: Int, path: String): Either[String, JsonNode] =
    for {
      find <- open.get.toRight("the event is over")
      plan <- find(node).toRight(s"there is no node $node")
      value <- values.at(plan, path)
    } yield value

  def close(): Unit = open.set(None)
}

object LiveNodes {
  def none: LiveNodes = new LiveNodes(_ => None, NodeValues.plain)
}
