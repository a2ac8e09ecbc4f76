package io.openlineage.spark.api;

import io.openlineage.client.OpenLineage;

/** A partial function from arguments of type {@code T} to dataset facets. It is not a {@link CustomFacetBuilder}. */
public abstract class AbstractDatasetFacetBuilder<T>
    extends AbstractGenericArgPartialFunction<T, OpenLineage.DatasetFacet> {
  protected final OpenLineageContext context;

  public AbstractDatasetFacetBuilder(OpenLineageContext context) {
    this.context = context;
  }
}
