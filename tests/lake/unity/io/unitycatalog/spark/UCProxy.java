package io.unitycatalog.spark;

import java.lang.reflect.Method;
import java.net.URI;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.catalyst.TableIdentifier;
import org.apache.spark.sql.catalyst.analysis.NoSuchTableException;
import org.apache.spark.sql.catalyst.catalog.CatalogStorageFormat;
import org.apache.spark.sql.catalyst.catalog.CatalogTable;
import org.apache.spark.sql.catalyst.catalog.CatalogTableType;
import org.apache.spark.sql.connector.catalog.Identifier;
import org.apache.spark.sql.connector.catalog.NamespaceChange;
import org.apache.spark.sql.connector.catalog.SupportsNamespaces;
import org.apache.spark.sql.connector.catalog.Table;
import org.apache.spark.sql.connector.catalog.TableCatalog;
import org.apache.spark.sql.connector.catalog.TableChange;
import org.apache.spark.sql.connector.catalog.V1Table;
import org.apache.spark.sql.connector.expressions.Transform;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;
import scala.Option;

/** The entries of the tables, in place of those of a server. Each is a table of the session catalog's form. */
final class UCProxy implements TableCatalog, SupportsNamespaces {
  private final Map<String, CatalogTable> tables = new HashMap<>();
  private final List<String[]> namespaces = new ArrayList<>();
  private String name;

  @Override
  public void initialize(String name, CaseInsensitiveStringMap options) {
    this.name = name;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public Table createTable(
      Identifier table, StructType schema, Transform[] partitions, Map<String, String> properties) {
    boolean managed = "true".equals(properties.get(TableCatalog.PROP_IS_MANAGED_LOCATION));
    Option<URI> location = Option.apply(URI.create(properties.get(TableCatalog.PROP_LOCATION)));
    CatalogStorageFormat storage = (CatalogStorageFormat) copy(CatalogStorageFormat.empty(), location);
    CatalogTableType type = managed ? CatalogTableType.MANAGED() : CatalogTableType.EXTERNAL();
    Option<String> provider = Option.apply(properties.get(TableCatalog.PROP_PROVIDER));
    tables.put(table.toString(), entry(identifier(table), type, storage, schema, provider));
    return new V1Table(tables.get(table.toString()));
  }

  private TableIdentifier identifier(Identifier table) {
    return new TableIdentifier(table.name(), Option.apply(table.namespace()[0]), Option.apply(name));
  }

  @Override
  public Table loadTable(Identifier table) throws NoSuchTableException {
    CatalogTable entry = tables.get(table.toString());
    if (entry == null) throw new NoSuchTableException(table);
    return new V1Table(entry);
  }

  /** A table whose other members have their defaults. They differ between the lines of Spark. */
  private static CatalogTable entry(Object... given) {
    try {
      Object companion = Class.forName(CatalogTable.class.getName() + "$").getField("MODULE$").get(null);
      return (CatalogTable) call(companion, "apply", "$lessinit$greater$default$", given);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  /** A copy of an object of a case class with another first member. */
  private static Object copy(Object of, Object first) {
    try {
      return call(of, "copy", "copy$default$", first);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Object call(Object on, String name, String defaults, Object... given)
      throws ReflectiveOperationException {
    Method method =
        Arrays.stream(on.getClass().getMethods())
            .filter(m -> m.getName().equals(name) && m.getParameterCount() > given.length)
            .findFirst()
            .get();
    Object[] arguments = Arrays.copyOf(given, method.getParameterCount());
    for (int i = given.length; i < arguments.length; i++)
      arguments[i] = on.getClass().getMethod(defaults + (i + 1)).invoke(on);
    return method.invoke(on, arguments);
  }

  @Override
  public Identifier[] listTables(String[] namespace) {
    return new Identifier[0];
  }

  @Override
  public Table alterTable(Identifier table, TableChange... changes) {
    throw new UnsupportedOperationException("ALTER TABLE");
  }

  @Override
  public boolean dropTable(Identifier table) {
    return tables.remove(table.toString()) != null;
  }

  @Override
  public void renameTable(Identifier from, Identifier to) {
    throw new UnsupportedOperationException("ALTER TABLE … RENAME");
  }

  @Override
  public String[][] listNamespaces() {
    return namespaces.toArray(new String[0][]);
  }

  @Override
  public String[][] listNamespaces(String[] namespace) {
    return new String[0][];
  }

  @Override
  public boolean namespaceExists(String[] namespace) {
    return namespaces.stream().anyMatch(known -> Arrays.equals(known, namespace));
  }

  @Override
  public Map<String, String> loadNamespaceMetadata(String[] namespace) {
    return new HashMap<>();
  }

  @Override
  public void createNamespace(String[] namespace, Map<String, String> metadata) {
    namespaces.add(namespace);
  }

  @Override
  public void alterNamespace(String[] namespace, NamespaceChange... changes) {
    throw new UnsupportedOperationException("ALTER SCHEMA");
  }

  @Override
  public boolean dropNamespace(String[] namespace, boolean cascade) {
    throw new UnsupportedOperationException("DROP SCHEMA");
  }
}
