package io.openlineage.spark.agent.lifecycle.plan.column;

import io.openlineage.client.utils.DatasetIdentifier;
import io.openlineage.client.utils.TransformationInfo;
import java.util.Objects;

/** A column of a dataset, and its transformation. */
public class TransformedInput {
  private Input input;
  private TransformationInfo transformationInfo;

  public TransformedInput(Input input, TransformationInfo transformationInfo) {
    this.input = input;
    this.transformationInfo = transformationInfo;
  }

  public DatasetIdentifier getDatasetIdentifier() {
    return input.getDatasetIdentifier();
  }

  public String getName() {
    return input.getFieldName();
  }

  public Input getInput() {
    return input;
  }

  public void setInput(Input input) {
    this.input = input;
  }

  public TransformationInfo getTransformationInfo() {
    return transformationInfo;
  }

  public void setTransformationInfo(TransformationInfo transformationInfo) {
    this.transformationInfo = transformationInfo;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof TransformedInput
        && Objects.equals(((TransformedInput) other).input, input)
        && Objects.equals(((TransformedInput) other).transformationInfo, transformationInfo);
  }

  @Override
  public int hashCode() {
    return Objects.hash(input, transformationInfo);
  }
}
