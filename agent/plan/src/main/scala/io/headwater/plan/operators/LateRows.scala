package io.headwater.plan.operators

import org.apache.spark.sql.catalyst.expressions.Attribute
import org.apache.spark.sql.catalyst.plans.logical.{EventTimeWatermark, LogicalPlan}

import io.headwater.model.Kind
import io.headwater.plan.walk.RuleContext

/** Operators of a stream that keep state drop the rows that are later than the watermark: those of joins of two streams,
  * `dropDuplicates`, and functions with state. So the column of the watermark decides which rows there are, also if the
  * operator does not use it otherwise. Aggregates drop late rows only if they group by that column.
  */
private[operators] object LateRows {

  /** The context of such an operator, in which the columns of watermarks decide on its input rows. */
  def without(plan: LogicalPlan, context: RuleContext): RuleContext = {
    val times = plan.children.filter(_.isStreaming).flatMap(_.output.filter(hasWatermark))
    if (times.isEmpty) context
    else {
      val edges = context.dependencies(times, Kind.Filter).edges
      context.withRows(rows => context.graph.derived(RuleContext.identity(rows) ++ edges))
    }
  }

  private def hasWatermark(attribute: Attribute): Boolean =
    attribute.metadata.contains(EventTimeWatermark.delayKey)
}
