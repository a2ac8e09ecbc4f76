package io.headwater.plan.variables

import org.apache.spark.sql.catalyst.plans.logical.{LogicalPlan, WithCTE}
import org.apache.spark.sql.catalyst.trees.Origin

/** The place of a query in the text of its statement. Spark gives the node of all common table expressions no place. */
private[variables] object StatementOrigin {
  def of(plan: LogicalPlan): Origin = plan match {
    case w: WithCTE => w.plan.origin
    case other => other.origin
  }
}
