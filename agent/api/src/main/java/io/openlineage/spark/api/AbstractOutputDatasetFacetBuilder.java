package io.openlineage.spark.api;

import io.openlineage.client.OpenLineage;

/** Builds output facets of each output from arguments of type {@code T}. */
public abstract class AbstractOutputDatasetFacetBuilder<T> extends CustomFacetBuilder<T, OpenLineage.OutputDatasetFacet> {
  protected final OpenLineageContext context;

  public AbstractOutputDatasetFacetBuilder(OpenLineageContext context) {
    this.context = context;
  }
}
