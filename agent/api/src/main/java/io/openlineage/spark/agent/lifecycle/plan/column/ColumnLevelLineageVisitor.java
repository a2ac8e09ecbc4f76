package io.openlineage.spark.agent.lifecycle.plan.column;

import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;

/** Adds the column lineage of plan nodes to the builder of the context. */
public interface ColumnLevelLineageVisitor {
  void collectInputs(ColumnLevelLineageContext context, LogicalPlan node);

  void collectOutputs(ColumnLevelLineageContext context, LogicalPlan node);

  void collectExpressionDependencies(ColumnLevelLineageContext context, LogicalPlan node);
}
