package io.headwater.shell.extensions.python.peers

import java.util.concurrent.atomic.AtomicReference

import com.fasterxml.jackson.databind.JsonNode
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan

import io.headwater.shell.extensions.snapshot.{NodeValues, Paths}

/** The nodes of one request, for as long as it is being answered: what Python keeps of it holds no plan. */
final class LiveNodes(nodes: Int => Option[LogicalPlan], values: NodeValues) {
  private val open = new AtomicReference[Option[Int => Option[LogicalPlan]]](Some(nodes))

  /** @return the value, or what is wrong with the path */
  def apply(node: Int, path: String): Either[String, JsonNode] =
    for {
      find <- open.get.toRight("the event is over")
      plan <- find(node).toRight(s"there is no node $node")
      value <- Paths.resolve(plan, path)
    } yield values.of(value)

  def close(): Unit = open.set(None)
}

object LiveNodes {
  def nothing: LiveNodes = new LiveNodes(_ => None, NodeValues.plain)
}
