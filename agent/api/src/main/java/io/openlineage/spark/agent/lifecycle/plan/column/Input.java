package io.openlineage.spark.agent.lifecycle.plan.column;

import io.openlineage.client.utils.DatasetIdentifier;
import java.util.Objects;

/** A column of a dataset. */
public class Input {
  private DatasetIdentifier datasetIdentifier;
  private String fieldName;

  public Input(DatasetIdentifier datasetIdentifier, String fieldName) {
    this.datasetIdentifier = datasetIdentifier;
    this.fieldName = fieldName;
  }

  public DatasetIdentifier getDatasetIdentifier() {
    return datasetIdentifier;
  }

  public void setDatasetIdentifier(DatasetIdentifier datasetIdentifier) {
    this.datasetIdentifier = datasetIdentifier;
  }

  public String getFieldName() {
    return fieldName;
  }

  public void setFieldName(String fieldName) {
    this.fieldName = fieldName;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Input
        && Objects.equals(((Input) other).fieldName, fieldName)
        && Objects.equals(((Input) other).datasetIdentifier, datasetIdentifier);
  }

  @Override
  public int hashCode() {
    return Objects.hash(datasetIdentifier, fieldName);
  }

  @Override
  public String toString() {
    return datasetIdentifier.getNamespace() + " " + datasetIdentifier.getName() + " " + fieldName;
  }
}
