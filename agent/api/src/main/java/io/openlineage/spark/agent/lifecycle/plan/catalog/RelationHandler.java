package io.openlineage.spark.agent.lifecycle.plan.catalog;

import io.openlineage.client.utils.DatasetIdentifier;
import java.util.Optional;
import org.apache.spark.sql.connector.catalog.Identifier;
import org.apache.spark.sql.connector.catalog.TableCatalog;
import org.apache.spark.sql.execution.datasources.v2.DataSourceV2Relation;

/** Identifies the tables of one type of relation without a catalog. */
public interface RelationHandler {
  boolean hasClasses();

  boolean isClass(DataSourceV2Relation relation);

  DatasetIdentifier getDatasetIdentifier(DataSourceV2Relation relation);

  default Optional<OwningCatalog> getOwningCatalog(DataSourceV2Relation relation) {
    return Optional.empty();
  }

  String getName();

  /** A table in its catalog. */
  class OwningCatalog {
    private final TableCatalog catalog;
    private final Identifier identifier;

    private OwningCatalog(TableCatalog catalog, Identifier identifier) {
      this.catalog = catalog;
      this.identifier = identifier;
    }

    public static OwningCatalog of(TableCatalog catalog, Identifier identifier) {
      return new OwningCatalog(catalog, identifier);
    }

    public TableCatalog getCatalog() {
      return catalog;
    }

    public Identifier getIdentifier() {
      return identifier;
    }
  }
}
