package io.headwater.plan.walk

import org.apache.spark.sql.catalyst.expressions.Expression
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan

import io.headwater.plan.graph.Scope

/** What to do with a plan node: which plans to read first (its children, for most), and how to make its scope of
  * theirs. The walk does the visiting; a rule never looks at a child itself. `extraExpressions`: expressions of other nodes that
  * the rule reads as if they were this node's, over what it has asked for; the walk visits the subqueries in them, too.
  */
final case class NodeLineage(
    inputs: Seq[LogicalPlan],
    read: RuleContext => Scope,
    extraExpressions: Seq[Expression] = Nil
)

object NodeLineage {

  /** A rule: matches nodes by type and reads them by accessor. */
  type Rule = PartialFunction[LogicalPlan, NodeLineage]

  /** A node with its children as they are. */
  def of(plan: LogicalPlan)(read: RuleContext => Scope): NodeLineage = NodeLineage(plan.children, read)

  /** A node that changes neither columns nor rows in a way that lineage shows. */
  def passThrough(plan: LogicalPlan): NodeLineage = NodeLineage(plan.children, _.input)

  /** A leaf, or a command that has no query. */
  def leaf(read: RuleContext => Scope): NodeLineage = NodeLineage(Nil, read)
}
