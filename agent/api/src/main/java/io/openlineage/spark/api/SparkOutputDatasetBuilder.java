package io.openlineage.spark.api;

import io.openlineage.client.OpenLineage;
import io.openlineage.client.dataset.DatasetCompositeFacetsBuilder;

public class SparkOutputDatasetBuilder extends SparkDatasetBuilder<OpenLineage.OutputDataset> {

  public SparkOutputDatasetBuilder(OpenLineageContext context) {
    super(context);
  }

  public SparkOutputDatasetBuilder(OpenLineageContext context, DatasetCompositeFacetsBuilder facets) {
    super(context, facets);
  }

  @Override
  public SparkDatasetBuilder<OpenLineage.OutputDataset> version(String version) {
    return super.version(version);
  }

  @Override
  public OpenLineage.OutputDataset build() {
    return context
        .getOpenLineage()
        .newOutputDatasetBuilder()
        .namespace(namespaceResolver.resolve(namespace))
        .name(name)
        .facets(inner.getFacets().build())
        .outputFacets(inner.getOutputFacets().build())
        .build();
  }

  @Override
  public SparkDatasetBuilder<OpenLineage.OutputDataset> fromBuilder(OpenLineage.DatasetFacetsBuilder facets) {
    inner.setFacets(facets);
    return this;
  }
}
