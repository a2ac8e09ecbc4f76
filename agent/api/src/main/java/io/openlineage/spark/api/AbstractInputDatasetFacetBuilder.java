package io.openlineage.spark.api;

import io.openlineage.client.OpenLineage;

/** Makes facets of each input, as this run reads it, of arguments of type {@code T}. */
public abstract class AbstractInputDatasetFacetBuilder<T> extends CustomFacetBuilder<T, OpenLineage.InputDatasetFacet> {
  protected final OpenLineageContext context;

  public AbstractInputDatasetFacetBuilder(OpenLineageContext context) {
    this.context = context;
  }
}
