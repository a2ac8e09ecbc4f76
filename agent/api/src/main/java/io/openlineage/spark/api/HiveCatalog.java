package io.openlineage.spark.api;

import io.openlineage.client.OpenLineage.CatalogDatasetFacet;
import io.openlineage.client.OpenLineage.CatalogDatasetFacetBuilder;
import java.net.URI;
import java.util.Optional;
import org.apache.spark.SparkContext;
import org.apache.spark.sql.catalyst.TableIdentifier;
import scala.Option;

/** The catalog facet of tables in the session catalog, if that is Hive. */
final class HiveCatalog {
  private HiveCatalog() {}

  /** Empty if the location of the warehouse is not configured. */
  static Optional<CatalogDatasetFacet> facet(OpenLineageContext context) {
    return context.getSparkContext().flatMap(spark -> facet(context, spark));
  }

  static boolean holds(OpenLineageContext context, TableIdentifier table) {
    boolean hive =
        context
            .getSparkContext()
            .filter(s -> s.getConf().get("spark.sql.catalogImplementation", "").equals("hive"))
            .isPresent();
    return hive && inSessionCatalog(table);
  }

  /** The name of a table has a catalog from Spark 3.4 on. In Spark 3.3 all such tables are in the session catalog. */
  private static boolean inSessionCatalog(TableIdentifier table) {
    try {
      Option<?> catalog = (Option<?>) TableIdentifier.class.getMethod("catalog").invoke(table);
      return catalog.isEmpty() || catalog.get().equals("spark_catalog");
    } catch (ReflectiveOperationException e) {
      return true;
    }
  }

  private static Optional<CatalogDatasetFacet> facet(OpenLineageContext context, SparkContext spark) {
    String warehouse = spark.getConf().get("spark.sql.warehouse.dir", "");
    String uris = spark.hadoopConfiguration().get("hive.metastore.uris", "");
    String metastore = spark.getConf().get("spark.sql.hive.metastore.uris", uris).split(",")[0].trim();
    CatalogDatasetFacetBuilder facet =
        context
            .getOpenLineage()
            .newCatalogDatasetFacetBuilder()
            .framework("hive")
            .type("hive")
            .name("default")
            .source("spark")
            .warehouseUri(warehouse);
    if (!metastore.isEmpty()) facet.metadataUri("hive://" + URI.create(metastore).getAuthority());
    return warehouse.isEmpty() ? Optional.empty() : Optional.of(facet.build());
  }
}
