package io.openlineage.spark.api;

import io.openlineage.client.OpenLineage;

/** Builds facets of the job from arguments of type {@code T}. */
public abstract class AbstractJobFacetBuilder<T> extends CustomFacetBuilder<T, OpenLineage.JobFacet> {
  protected final OpenLineageContext context;

  public AbstractJobFacetBuilder(OpenLineageContext context) {
    this.context = context;
  }
}
