package io.openlineage.spark.agent.lifecycle.plan.column;

import io.openlineage.client.utils.DatasetIdentifier;
import io.openlineage.client.utils.TransformationInfo;
import org.apache.spark.sql.catalyst.expressions.ExprId;

/** Takes what a {@link ColumnLevelLineageVisitor} tells. Attributes go by their {@code ExprId}. */
public abstract class ColumnLevelLineageBuilder {

  /** An attribute holds a dataset's column. */
  public abstract void addInput(ExprId exprId, DatasetIdentifier dataset, String attributeName);

  /** An attribute is written under this name. */
  public abstract void addOutput(ExprId exprId, String attributeName);

  /** One attribute is made of another. */
  public void addDependency(ExprId outputExprId, ExprId inputExprId, String description) {
    addDependency(outputExprId, inputExprId, description, TransformationInfo.transformation());
  }

  public abstract void addDependency(
      ExprId outputExprId, ExprId inputExprId, String description, TransformationInfo transformation);
}
