package io.openlineage.spark.api;

import io.openlineage.client.OpenLineage;

/** Builds facets of the run from arguments of type {@code T}. */
public abstract class AbstractRunFacetBuilder<T> extends CustomFacetBuilder<T, OpenLineage.RunFacet> {
  protected final OpenLineageContext context;

  public AbstractRunFacetBuilder(OpenLineageContext context) {
    this.context = context;
  }
}
