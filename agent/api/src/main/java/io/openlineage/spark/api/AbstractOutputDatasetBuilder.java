package io.openlineage.spark.api;

import io.openlineage.client.OpenLineage;

/** Finds outputs in arguments of type {@code T}. */
public abstract class AbstractOutputDatasetBuilder<T>
    extends AbstractGenericArgPartialFunction<T, OpenLineage.OutputDataset> {
  protected final OpenLineage openLineage;

  public AbstractOutputDatasetBuilder(OpenLineage openLineage) {
    this.openLineage = openLineage;
  }
}
