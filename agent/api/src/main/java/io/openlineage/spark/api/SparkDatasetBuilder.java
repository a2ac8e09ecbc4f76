package io.openlineage.spark.api;

import io.openlineage.client.OpenLineage;
import io.openlineage.client.OpenLineage.LifecycleStateChangeDatasetFacet.LifecycleStateChange;
import io.openlineage.client.dataset.DatasetCompositeFacetsBuilder;
import io.openlineage.client.dataset.DatasetConfig;
import io.openlineage.client.dataset.namespace.resolver.DatasetNamespaceCombinedResolver;
import io.openlineage.client.utils.DatasetIdentifier;
import io.openlineage.client.utils.filesystem.FilesystemDatasetUtils;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.catalyst.TableIdentifier;
import org.apache.spark.sql.catalyst.catalog.CatalogTable;
import org.apache.spark.sql.types.StructType;

/** Builds a dataset from its name and its facets. */
public abstract class SparkDatasetBuilder<T extends OpenLineage.Dataset> {
  protected final OpenLineageContext context;
  protected final DatasetNamespaceCombinedResolver namespaceResolver = unresolved();
  protected final DatasetCompositeFacetsBuilder inner;
  protected String name;
  protected String namespace;

  public SparkDatasetBuilder(OpenLineageContext context) {
    this(context, new DatasetCompositeFacetsBuilder(context.getOpenLineage()));
  }

  public SparkDatasetBuilder(OpenLineageContext context, DatasetCompositeFacetsBuilder facets) {
    this.context = context;
    inner = facets;
  }

  /** A resolver that does not change namespaces. */
  static DatasetNamespaceCombinedResolver unresolved() {
    return new DatasetNamespaceCombinedResolver((DatasetConfig) null);
  }

  public abstract T build();

  public abstract SparkDatasetBuilder<T> fromBuilder(OpenLineage.DatasetFacetsBuilder facets);

  public SparkDatasetBuilder<T> dataset(DatasetIdentifier id) {
    if (!id.getSymlinks().isEmpty()) symlink(id.getSymlinks());
    return dataset(id.getName(), id.getNamespace());
  }

  public SparkDatasetBuilder<T> dataset(String name, String namespace) {
    this.name = name;
    this.namespace = namespace;
    return this;
  }

  public SparkDatasetBuilder<T> dataset(String name, URI location) {
    return dataset(FilesystemDatasetUtils.fromLocationAndName(location, name));
  }

  public SparkDatasetBuilder<T> dataset(URI location) {
    return dataset(FilesystemDatasetUtils.fromLocation(location));
  }

  /** Names the dataset by the location of the table. */
  public SparkDatasetBuilder<T> dataset(CatalogTable table) {
    return dataset(table.location());
  }

  public SparkDatasetBuilder<T> symlink(OpenLineage.SymlinksDatasetFacet facet) {
    return symlinks(facet);
  }

  public SparkDatasetBuilder<T> symlink(List<DatasetIdentifier.Symlink> symlinks) {
    List<OpenLineage.SymlinksDatasetFacetIdentifiers> all = new ArrayList<>();
    for (DatasetIdentifier.Symlink s : symlinks)
      all.add(ol().newSymlinksDatasetFacetIdentifiers(s.getNamespace(), s.getName(), s.getType().toString()));
    return symlinks(ol().newSymlinksDatasetFacet(all));
  }

  public SparkDatasetBuilder<T> symlinks(OpenLineage.SymlinksDatasetFacet facet) {
    inner.getFacets().symlinks(facet);
    return this;
  }

  public SparkDatasetBuilder<T> schema(OpenLineage.SchemaDatasetFacet facet) {
    inner.getFacets().schema(facet);
    return this;
  }

  public SparkDatasetBuilder<T> schema(StructType schema) {
    return schema(ol().newSchemaDatasetFacet(SchemaFields.of(schema)));
  }

  public SparkDatasetBuilder<T> dataSource(OpenLineage.DatasourceDatasetFacet facet) {
    inner.getFacets().dataSource(facet);
    return this;
  }

  public SparkDatasetBuilder<T> dataSource(String namespace) {
    return dataSource(ol().newDatasourceDatasetFacet(namespace, URI.create(namespace)));
  }

  public SparkDatasetBuilder<T> catalog(OpenLineage.CatalogDatasetFacet facet) {
    inner.getFacets().catalog(facet);
    return this;
  }

  /** Adds the session catalog, if that is Hive and contains the table. */
  public SparkDatasetBuilder<T> catalog(TableIdentifier table) {
    return HiveCatalog.holds(context, table) ? catalog() : this;
  }

  /** Adds the Hive catalog of the session. */
  public SparkDatasetBuilder<T> catalog() {
    HiveCatalog.facet(context).ifPresent(this::catalog);
    return this;
  }

  public SparkDatasetBuilder<T> lifecycleStateChange(OpenLineage.LifecycleStateChangeDatasetFacet facet) {
    inner.getFacets().lifecycleStateChange(facet);
    return this;
  }

  public SparkDatasetBuilder<T> lifecycleStateChange(LifecycleStateChange change) {
    return lifecycleStateChange(change, null);
  }

  /** {@code name} and {@code namespace} identify the dataset before the change. */
  public SparkDatasetBuilder<T> lifecycleStateChange(
      LifecycleStateChange change, String name, String namespace) {
    return lifecycleStateChange(
        change, ol().newLifecycleStateChangeDatasetFacetPreviousIdentifier(name, namespace));
  }

  public SparkDatasetBuilder<T> lifecycleStateChange(
      LifecycleStateChange change, OpenLineage.LifecycleStateChangeDatasetFacetPreviousIdentifier previous) {
    return lifecycleStateChange(ol().newLifecycleStateChangeDatasetFacet(change, previous));
  }

  public SparkDatasetBuilder<T> version(String version) {
    return version(ol().newDatasetVersionDatasetFacet(version));
  }

  public SparkDatasetBuilder<T> version(OpenLineage.DatasetVersionDatasetFacet facet) {
    inner.getFacets().version(facet);
    return this;
  }

  public DatasetCompositeFacetsBuilder getInner() {
    return inner;
  }

  public String getName() {
    return name;
  }

  public String getNamespace() {
    return namespace;
  }

  private OpenLineage ol() {
    return context.getOpenLineage();
  }
}
