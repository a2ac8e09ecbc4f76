package io.openlineage.spark.api;

import io.openlineage.client.OpenLineage;

/** Makes facets of the run, of arguments of type {@code T}. */
public abstract class AbstractRunFacetBuilder<T> extends CustomFacetBuilder<T, OpenLineage.RunFacet> {
  protected final OpenLineageContext context;

  public AbstractRunFacetBuilder(OpenLineageContext context) {
    this.context = context;
  }
}
