package io.headwater.shell.naming

import scala.collection.mutable

import org.apache.spark.sql.catalyst.plans.logical.{Command, LogicalPlan, View}
import org.apache.spark.sql.execution.datasources.LogicalRelation

import io.headwater.util.{ClassNames, IdentitySet, Texts}

/** The SQL text that a plan was parsed from: the first text from the root down, cut to a bound. None for a plan that was
  * built with the DataFrame API only. The text of a view, of a function and of a subquery is left out, since it is not the
  * statement.
  */
object SqlText {
  private val maxLength = 524288

  def of(plan: LogicalPlan): Option[String] = {
    val seen = IdentitySet.empty[LogicalPlan]
    val open = mutable.Queue(plan)
    var text: Option[String] = None
    while (text.isEmpty && open.nonEmpty) {
      val node = open.dequeue()
      if (seen.add(node)) {
        text = if (isCached(node)) None else node.origin.sqlText
        if (!isDefinition(node)) open ++= node.children
        // the query of a command, which not every command has among its children
        if (node.isInstanceOf[Command]) open ++= node.productIterator.collect { case p: LogicalPlan => p }
      }
    }
    text.map(Texts.bounded(_, maxLength))
  }

  /** Whether the children are the definition of a view or a function; that of a function is a node from Spark 4.0 on. */
  private def isDefinition(node: LogicalPlan): Boolean =
    node.isInstanceOf[View] || ClassNames.simple(node) == "SQLFunctionNode"

  /** The catalog caches the relation of a table, with the text of the query that used it first. */
  private def isCached(node: LogicalPlan): Boolean = node.isInstanceOf[LogicalRelation]
}
