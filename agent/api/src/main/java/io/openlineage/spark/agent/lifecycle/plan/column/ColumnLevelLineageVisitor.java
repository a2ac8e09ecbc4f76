package io.openlineage.spark.agent.lifecycle.plan.column;

import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;

/** Tells, through the context's builder, what columns at plan nodes are made of. */
public interface ColumnLevelLineageVisitor {
  void collectInputs(ColumnLevelLineageContext context, LogicalPlan node);

  void collectOutputs(ColumnLevelLineageContext context, LogicalPlan node);

  void collectExpressionDependencies(ColumnLevelLineageContext context, LogicalPlan node);
}
