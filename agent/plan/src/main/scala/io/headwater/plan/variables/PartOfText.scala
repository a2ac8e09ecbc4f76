package io.headwater.plan.variables

import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan

import io.headwater.plan.session.{ScriptPosition, SqlFragment}

/** The part of a SQL text that a node of a plan is made of. Spark evaluates some expressions while it analyses a query, so
  * only the text still has the names of the variables in them.
  */
object PartOfText {

  /** The part and its place. A node that a DataFrame made has none. */
  def of(plan: LogicalPlan): Option[(String, ScriptPosition)] = for {
    text <- plan.origin.sqlText
    start <- plan.origin.startIndex
    part <- SqlFragment.of(plan.origin)
  } yield (part, ScriptPosition.of(text, start))

  /** The part, if it begins with a keyword. */
  def of(plan: LogicalPlan, keyword: String): Option[(String, ScriptPosition)] =
    of(plan).filter(_._1.take(keyword.length).equalsIgnoreCase(keyword))
}
