package org.apache.polaris.spark

import org.apache.spark.sql.connector.catalog.CatalogPlugin
import org.apache.spark.sql.util.CaseInsensitiveStringMap

/** Stands in for the catalog of Polaris, which is known by its class. */
final class SparkCatalog(val name: String) extends CatalogPlugin {
  def initialize(name: String, options: CaseInsensitiveStringMap): Unit = ()
}
