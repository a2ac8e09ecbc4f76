package io.openlineage.spark.api;

import io.openlineage.client.OpenLineage;

/** Builds input facets of each input from arguments of type {@code T}. */
public abstract class AbstractInputDatasetFacetBuilder<T> extends CustomFacetBuilder<T, OpenLineage.InputDatasetFacet> {
  protected final OpenLineageContext context;

  public AbstractInputDatasetFacetBuilder(OpenLineageContext context) {
    this.context = context;
  }
}
