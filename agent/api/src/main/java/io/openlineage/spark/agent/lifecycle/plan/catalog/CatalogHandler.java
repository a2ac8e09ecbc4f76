package io.openlineage.spark.agent.lifecycle.plan.catalog;

import io.openlineage.client.OpenLineage.CatalogDatasetFacet;
import io.openlineage.client.OpenLineage.DatasetFacet;
import io.openlineage.client.OpenLineage.StorageDatasetFacet;
import io.openlineage.client.utils.DatasetIdentifier;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.connector.catalog.Identifier;
import org.apache.spark.sql.connector.catalog.TableCatalog;

/** Identifies the tables of one type of catalog. */
public interface CatalogHandler {
  boolean hasClasses();

  boolean isClass(TableCatalog catalog);

  DatasetIdentifier getDatasetIdentifier(
      SparkSession session, TableCatalog catalog, Identifier identifier, Map<String, String> properties);

  default Optional<StorageDatasetFacet> getStorageDatasetFacet(Map<String, String> properties) {
    return Optional.empty();
  }

  default Optional<CatalogWithAdditionalFacets> getCatalogDatasetFacet(
      TableCatalog catalog, Map<String, String> properties) {
    return Optional.empty();
  }

  default Optional<String> getDatasetVersion(
      TableCatalog catalog, Identifier identifier, Map<String, String> properties) {
    return Optional.empty();
  }

  String getName();

  /** The catalog facet and additional facets of a table. */
  class CatalogWithAdditionalFacets {
    private final CatalogDatasetFacet catalogDatasetFacet;
    private final Map<String, DatasetFacet> additionalFacets = new HashMap<>();

    private CatalogWithAdditionalFacets(CatalogDatasetFacet catalogDatasetFacet) {
      this.catalogDatasetFacet = catalogDatasetFacet;
    }

    public static CatalogWithAdditionalFacets of(CatalogDatasetFacet catalogDatasetFacet) {
      return new CatalogWithAdditionalFacets(catalogDatasetFacet);
    }

    public void addFacet(String name, DatasetFacet facet) {
      additionalFacets.put(name, facet);
    }

    public CatalogDatasetFacet getCatalogDatasetFacet() {
      return catalogDatasetFacet;
    }

    public Map<String, DatasetFacet> getAdditionalFacets() {
      return additionalFacets;
    }
  }
}
