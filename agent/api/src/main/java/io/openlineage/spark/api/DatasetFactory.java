package io.openlineage.spark.api;

import io.openlineage.client.OpenLineage;
import io.openlineage.client.dataset.DatasetCompositeFacetsBuilder;
import io.openlineage.client.dataset.namespace.resolver.DatasetNamespaceCombinedResolver;
import java.util.function.Function;

/** Creates dataset builders, for code that handles both inputs and outputs. */
public abstract class DatasetFactory<D extends OpenLineage.Dataset> {
  private final OpenLineageContext context;
  protected final DatasetNamespaceCombinedResolver namespaceResolver;

  private DatasetFactory(OpenLineageContext context) {
    this.context = context;
    namespaceResolver = SparkDatasetBuilder.unresolved();
  }

  public abstract SparkDatasetBuilder<D> sparkDatasetBuilder();

  public abstract SparkDatasetBuilder<D> sparkDatasetBuilder(DatasetCompositeFacetsBuilder facets);

  /** Sets the version of a dataset. */
  public abstract void buildVersionFacets(DatasetCompositeFacetsBuilder facets, String version);

  public DatasetCompositeFacetsBuilder createCompositeFacetBuilder() {
    return new DatasetCompositeFacetsBuilder(context.getOpenLineage());
  }

  public static DatasetFactory<OpenLineage.InputDataset> input(OpenLineageContext context) {
    return new BuilderFactory<>(context, facets -> new SparkInputDatasetBuilder(context, facets));
  }

  public static DatasetFactory<OpenLineage.OutputDataset> output(OpenLineageContext context) {
    return new BuilderFactory<>(context, facets -> new SparkOutputDatasetBuilder(context, facets));
  }

  private static final class BuilderFactory<D extends OpenLineage.Dataset> extends DatasetFactory<D> {
    private final OpenLineage openLineage;
    private final Function<DatasetCompositeFacetsBuilder, SparkDatasetBuilder<D>> create;

    BuilderFactory(
        OpenLineageContext context, Function<DatasetCompositeFacetsBuilder, SparkDatasetBuilder<D>> create) {
      super(context);
      openLineage = context.getOpenLineage();
      this.create = create;
    }

    @Override
    public SparkDatasetBuilder<D> sparkDatasetBuilder() {
      return create.apply(createCompositeFacetBuilder());
    }

    @Override
    public SparkDatasetBuilder<D> sparkDatasetBuilder(DatasetCompositeFacetsBuilder facets) {
      return create.apply(facets);
    }

    @Override
    public void buildVersionFacets(DatasetCompositeFacetsBuilder facets, String version) {
      facets.getFacets().version(openLineage.newDatasetVersionDatasetFacet(version));
    }
  }
}
