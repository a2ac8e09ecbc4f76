package io.openlineage.spark.api;

import io.openlineage.client.OpenLineage;

/** Makes facets of each output, as this run writes it, of arguments of type {@code T}. */
public abstract class AbstractOutputDatasetFacetBuilder<T> extends CustomFacetBuilder<T, OpenLineage.OutputDatasetFacet> {
  protected final OpenLineageContext context;

  public AbstractOutputDatasetFacetBuilder(OpenLineageContext context) {
    this.context = context;
  }
}
