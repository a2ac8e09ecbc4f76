package io.headwater.plan.walk

import org.apache.spark.sql.catalyst.expressions.Expression
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan

import io.headwater.plan.graph.Scope

/** How the lineage of a plan node is derived. The walk visits the inputs first; a rule never visits a plan itself.
  *
  * @param inputs
  *   the plans that are visited first; for most nodes these are the children
  * @param derive
  *   makes the scope of the node from the scopes of the inputs
  * @param extraExpressions
  *   expressions of other nodes that the rule reads over the same inputs; the walk also visits their subqueries
  * @param definesView
  *   whether the inputs are the definition of a view
  */
final case class NodeLineage(
    inputs: Seq[LogicalPlan],
    derive: RuleContext => Scope,
    extraExpressions: Seq[Expression] = Nil,
    definesView: Boolean = false
)

object NodeLineage {

  /** A rule matches plan nodes by type and gives the derivation of their lineage. */
  type Rule = PartialFunction[LogicalPlan, NodeLineage]

  /** A node whose inputs are its children. */
  def of(plan: LogicalPlan)(derive: RuleContext => Scope): NodeLineage = NodeLineage(plan.children, derive)

  /** A node that changes neither columns nor rows in a way that affects lineage. */
  def passThrough(plan: LogicalPlan): NodeLineage = NodeLineage(plan.children, _.input)

  /** A leaf, or a command without a query. */
  def leaf(derive: RuleContext => Scope): NodeLineage = NodeLineage(Nil, derive)
}
