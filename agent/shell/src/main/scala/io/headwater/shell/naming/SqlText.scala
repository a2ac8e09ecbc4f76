package io.headwater.shell.naming

import java.util.IdentityHashMap

import scala.collection.mutable

import org.apache.spark.sql.catalyst.plans.logical.{LogicalPlan, View}
import org.apache.spark.sql.execution.datasources.LogicalRelation

/** The SQL that a plan was parsed from: the first text met from the root down; none for plans built by code alone. A
  * view's own text is not what was run.
  */
object SqlText {

  def of(plan: LogicalPlan): Option[String] = {
    val seen = new IdentityHashMap[LogicalPlan, Unit]
    val open = mutable.Queue(plan)
    var text: Option[String] = None // local to this search
    while (text.isEmpty && open.nonEmpty) {
      val node = open.dequeue()
      if (!seen.containsKey(node)) {
        seen.put(node, ())
        text = if (isKept(node)) None else node.origin.sqlText
        if (!node.isInstanceOf[View]) {
          open ++= node.children
          open ++= node.innerChildren.collect { case p: LogicalPlan => p }
        }
      }
    }
    text
  }

  /** The catalog keeps a table's relation for later queries, with the text of the query that met it first. */
  private def isKept(node: LogicalPlan): Boolean = node.isInstanceOf[LogicalRelation]
}
