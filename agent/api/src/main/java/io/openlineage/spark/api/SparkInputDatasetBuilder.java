package io.openlineage.spark.api;

import io.openlineage.client.OpenLineage;
import io.openlineage.client.dataset.DatasetCompositeFacetsBuilder;

public class SparkInputDatasetBuilder extends SparkDatasetBuilder<OpenLineage.InputDataset> {

  public SparkInputDatasetBuilder(OpenLineageContext context) {
    super(context);
  }

  public SparkInputDatasetBuilder(OpenLineageContext context, DatasetCompositeFacetsBuilder facets) {
    super(context, facets);
  }

  @Override
  public OpenLineage.InputDataset build() {
    return context
        .getOpenLineage()
        .newInputDatasetBuilder()
        .namespace(namespaceResolver.resolve(namespace))
        .name(name)
        .facets(inner.getFacets().build())
        .inputFacets(inner.getInputFacets().build())
        .build();
  }

  @Override
  public SparkDatasetBuilder<OpenLineage.InputDataset> fromBuilder(OpenLineage.DatasetFacetsBuilder facets) {
    inner.setFacets(facets);
    return this;
  }
}
