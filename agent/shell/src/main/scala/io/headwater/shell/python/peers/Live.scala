package io.headwater.shell.python.peers

import java.util.concurrent.atomic.AtomicReference

import com.fasterxml.jackson.databind.JsonNode
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan

import io.headwater.shell.python.snapshot.{Paths, Values}

/** The nodes of one request, for as long as it is being answered: what Python keeps of it holds no plan. */
final class Live(nodes: Int => Option[LogicalPlan], values: Values) {
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

object Live {
  def nothing: Live = new Live(_ => None, Values.plain)
}
