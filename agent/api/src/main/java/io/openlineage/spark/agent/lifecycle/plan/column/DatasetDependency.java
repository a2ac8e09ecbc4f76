package io.openlineage.spark.agent.lifecycle.plan.column;

import java.util.Objects;
import org.apache.spark.sql.catalyst.expressions.ExprId;

/** An expression that the whole output depends on, such as a filter. */
public class DatasetDependency {
  private final ExprId exprId;
  private final String outputExpression;

  public DatasetDependency(ExprId exprId, String outputExpression) {
    this.exprId = exprId;
    this.outputExpression = outputExpression;
  }

  public ExprId getExprId() {
    return exprId;
  }

  public String getOutputExpression() {
    return outputExpression;
  }

  @Override
  public String toString() {
    return "DatasetDependency(" + exprId + ", " + outputExpression + ")";
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof DatasetDependency
        && Objects.equals(((DatasetDependency) other).exprId, exprId)
        && Objects.equals(((DatasetDependency) other).outputExpression, outputExpression);
  }

  @Override
  public int hashCode() {
    return Objects.hash(exprId, outputExpression);
  }
}
