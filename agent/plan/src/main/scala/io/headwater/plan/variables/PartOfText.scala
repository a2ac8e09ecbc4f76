package io.headwater.plan.variables

import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan

import io.headwater.plan.session.{ScriptPosition, SqlFragment}
import io.headwater.plan.walk.RuleContext

/** The part of a SQL text that a node of a plan is made of. Spark evaluates some expressions while it analyses a query, so
  * only the text still has the names of the variables in them.
  */
object PartOfText {

  /** The part and its place, if the part begins with a keyword. A node that a DataFrame made has none. */
  def of(plan: LogicalPlan, keyword: String): Option[(String, ScriptPosition)] =
    for {
      part <- SqlFragment.of(plan.origin) if part.take(keyword.length).equalsIgnoreCase(keyword)
      position <- ScriptPosition.of(plan.origin)
    } yield (part, position)

  /** Whether the part, if it begins with a keyword, may have a variable that depends on data. */
  def mayHaveVariable(plan: LogicalPlan, context: RuleContext, keyword: String = ""): Boolean =
    of(plan, keyword).exists { case (part, _) => context.session.variables.mayBeIn(part) }
}
