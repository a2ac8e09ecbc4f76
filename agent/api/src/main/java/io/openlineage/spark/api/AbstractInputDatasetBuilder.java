package io.openlineage.spark.api;

import io.openlineage.client.OpenLineage;

/** Finds inputs in arguments of type {@code T}. */
public abstract class AbstractInputDatasetBuilder<T>
    extends AbstractGenericArgPartialFunction<T, OpenLineage.InputDataset> {
  protected final OpenLineageContext context;

  public AbstractInputDatasetBuilder(OpenLineageContext context) {
    this.context = context;
  }
}
