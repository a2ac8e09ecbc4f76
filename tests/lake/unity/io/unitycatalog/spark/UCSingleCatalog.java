package io.unitycatalog.spark;

import java.util.HashMap;
import java.util.Map;
import org.apache.spark.sql.catalyst.analysis.NoSuchNamespaceException;
import org.apache.spark.sql.catalyst.analysis.NoSuchTableException;
import org.apache.spark.sql.catalyst.analysis.NonEmptyNamespaceException;
import org.apache.spark.sql.connector.catalog.CatalogV2Util;
import org.apache.spark.sql.connector.catalog.Column;
import org.apache.spark.sql.connector.catalog.DelegatingCatalogExtension;
import org.apache.spark.sql.connector.catalog.Identifier;
import org.apache.spark.sql.connector.catalog.NamespaceChange;
import org.apache.spark.sql.connector.catalog.StagedTable;
import org.apache.spark.sql.connector.catalog.StagingTableCatalog;
import org.apache.spark.sql.connector.catalog.SupportsNamespaces;
import org.apache.spark.sql.connector.catalog.Table;
import org.apache.spark.sql.connector.catalog.TableCatalog;
import org.apache.spark.sql.connector.catalog.TableChange;
import org.apache.spark.sql.connector.expressions.Transform;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/**
 * Stands in for the catalog of the same name of Unity Catalog's connector, which could not be had here. As there, Delta's own
 * catalog stands before a proxy that has entries of the session catalog's form, and the catalog chooses the place of a table
 * without a location. The entries are kept in memory, not on a server.
 */
public final class UCSingleCatalog implements StagingTableCatalog, SupportsNamespaces {
  private final UCProxy proxy = new UCProxy();
  private DelegatingCatalogExtension delegate;
  private String places;

  @Override
  public void initialize(String name, CaseInsensitiveStringMap options) {
    proxy.initialize(name, options);
    places = options.get("places");
    try {
      String delta = "org.apache.spark.sql.delta.catalog.DeltaCatalog";
      delegate = (DelegatingCatalogExtension) Class.forName(delta).getDeclaredConstructor().newInstance();
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
    delegate.setDelegateCatalog(proxy);
    delegate.initialize(name, options);
  }

  private Map<String, String> placed(Identifier table, Map<String, String> properties) {
    Map<String, String> placed = new HashMap<>(properties);
    if (!properties.containsKey(TableCatalog.PROP_LOCATION)) {
      placed.put(TableCatalog.PROP_LOCATION, places + "/id-of-" + table.name());
      placed.put(TableCatalog.PROP_IS_MANAGED_LOCATION, "true");
    }
    return placed;
  }

  private StagingTableCatalog staging() {
    return (StagingTableCatalog) delegate;
  }

  @Override
  public String name() {
    return proxy.name();
  }

  @Override
  public Table createTable(
      Identifier table, Column[] columns, Transform[] partitions, Map<String, String> properties) {
    StructType schema = CatalogV2Util.v2ColumnsToStructType(columns);
    try {
      return delegate.createTable(table, schema, partitions, placed(table, properties));
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public StagedTable stageCreate(
      Identifier table, StructType schema, Transform[] partitions, Map<String, String> properties) {
    try {
      return staging().stageCreate(table, schema, partitions, placed(table, properties));
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public StagedTable stageReplace(
      Identifier table, StructType schema, Transform[] partitions, Map<String, String> properties) {
    throw new UnsupportedOperationException("REPLACE TABLE");
  }

  @Override
  public StagedTable stageCreateOrReplace(
      Identifier table, StructType schema, Transform[] partitions, Map<String, String> properties) {
    throw new UnsupportedOperationException("CREATE OR REPLACE TABLE");
  }

  @Override
  public Table loadTable(Identifier table) throws NoSuchTableException {
    return delegate.loadTable(table);
  }

  @Override
  public boolean tableExists(Identifier table) {
    return delegate.tableExists(table);
  }

  @Override
  public Identifier[] listTables(String[] namespace) throws NoSuchNamespaceException {
    return delegate.listTables(namespace);
  }

  @Override
  public Table alterTable(Identifier table, TableChange... changes) throws NoSuchTableException {
    return delegate.alterTable(table, changes);
  }

  @Override
  public boolean dropTable(Identifier table) {
    return delegate.dropTable(table);
  }

  @Override
  public void renameTable(Identifier from, Identifier to) {
    throw new UnsupportedOperationException("ALTER TABLE … RENAME");
  }

  @Override
  public String[][] listNamespaces() {
    return proxy.listNamespaces();
  }

  @Override
  public String[][] listNamespaces(String[] namespace) {
    return proxy.listNamespaces(namespace);
  }

  @Override
  public Map<String, String> loadNamespaceMetadata(String[] namespace) throws NoSuchNamespaceException {
    return proxy.loadNamespaceMetadata(namespace);
  }

  @Override
  public boolean namespaceExists(String[] namespace) {
    return proxy.namespaceExists(namespace);
  }

  @Override
  public void createNamespace(String[] namespace, Map<String, String> metadata) {
    proxy.createNamespace(namespace, metadata);
  }

  @Override
  public void alterNamespace(String[] namespace, NamespaceChange... changes) {
    throw new UnsupportedOperationException("ALTER SCHEMA");
  }

  @Override
  public boolean dropNamespace(String[] namespace, boolean cascade)
      throws NoSuchNamespaceException, NonEmptyNamespaceException {
    throw new UnsupportedOperationException("DROP SCHEMA");
  }
}
