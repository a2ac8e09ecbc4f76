package io.openlineage.spark.api;

import io.openlineage.client.OpenLineage;
import io.openlineage.client.dataset.DatasetCompositeFacetsBuilder;
import io.openlineage.client.dataset.namespace.resolver.DatasetNamespaceCombinedResolver;

/** Makes builders of inputs or of outputs, for code that serves both. */
public abstract class DatasetFactory<D extends OpenLineage.Dataset> {
  private final OpenLineageContext context;
  protected final DatasetNamespaceCombinedResolver namespaceResolver;

  private DatasetFactory(OpenLineageContext context) {
    this.context = context;
    namespaceResolver = SparkDatasetBuilder.unresolved();
  }

  public abstract SparkDatasetBuilder<D> sparkDatasetBuilder();

  public abstract SparkDatasetBuilder<D> sparkDatasetBuilder(DatasetCompositeFacetsBuilder facets);

  /** Says which version of a dataset is meant. */
  public abstract void buildVersionFacets(DatasetCompositeFacetsBuilder facets, String version);

  public DatasetCompositeFacetsBuilder createCompositeFacetBuilder() {
    return new DatasetCompositeFacetsBuilder(context.getOpenLineage());
  }

  public static DatasetFactory<OpenLineage.InputDataset> input(OpenLineageContext context) {
    return new DatasetFactory<OpenLineage.InputDataset>(context) {
      @Override
      public SparkDatasetBuilder<OpenLineage.InputDataset> sparkDatasetBuilder() {
        return new SparkInputDatasetBuilder(context);
      }

      @Override
      public SparkDatasetBuilder<OpenLineage.InputDataset> sparkDatasetBuilder(
          DatasetCompositeFacetsBuilder facets) {
        return new SparkInputDatasetBuilder(context, facets);
      }

      @Override
      public void buildVersionFacets(DatasetCompositeFacetsBuilder facets, String version) {
        facets.getFacets().version(context.getOpenLineage().newDatasetVersionDatasetFacet(version));
      }
    };
  }

  public static DatasetFactory<OpenLineage.OutputDataset> output(OpenLineageContext context) {
    return new DatasetFactory<OpenLineage.OutputDataset>(context) {
      @Override
      public SparkDatasetBuilder<OpenLineage.OutputDataset> sparkDatasetBuilder() {
        return new SparkOutputDatasetBuilder(context);
      }

      @Override
      public SparkDatasetBuilder<OpenLineage.OutputDataset> sparkDatasetBuilder(
          DatasetCompositeFacetsBuilder facets) {
        return new SparkOutputDatasetBuilder(context, facets);
      }

      @Override
      public void buildVersionFacets(DatasetCompositeFacetsBuilder facets, String version) {
        facets.getFacets().version(context.getOpenLineage().newDatasetVersionDatasetFacet(version));
      }
    };
  }
}
