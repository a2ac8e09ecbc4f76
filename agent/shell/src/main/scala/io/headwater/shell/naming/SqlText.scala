package io.headwater.shell.naming

import java.util.IdentityHashMap

import scala.collection.mutable

import org.apache.spark.sql.catalyst.plans.logical.{LogicalPlan, View}
import org.apache.spark.sql.execution.datasources.LogicalRelation

/** The SQL text that a plan was parsed from: the first text from the root down. None for a plan that was built with the
  * DataFrame API only. The text of a view is left out, since it is not the statement.
  */
object SqlText {

  def of(plan: LogicalPlan): Option[String] = {
    val seen = new IdentityHashMap[LogicalPlan, Unit]
    val open = mutable.Queue(plan)
    var text: Option[String] = None
    while (text.isEmpty && open.nonEmpty) {
      val node = open.dequeue()
      if (!seen.containsKey(node)) {
        seen.put(node, ())
        text = if (isCached(node)) None else node.origin.sqlText
        if (!node.isInstanceOf[View]) {
          open ++= node.children
          open ++= node.innerChildren.collect { case p: LogicalPlan => p }
        }
      }
    }
    text
  }

  /** The catalog caches the relation of a table, with the text of the query that used it first. */
  private def isCached(node: LogicalPlan): Boolean = node.isInstanceOf[LogicalRelation]
}
