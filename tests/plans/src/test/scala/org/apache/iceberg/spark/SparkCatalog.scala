package org.apache.iceberg.spark

import io.headwater.plan.writes.MemoryCatalog

/** Stands in for Iceberg's catalog, which is known by its class. */
final class SparkCatalog extends MemoryCatalog {
  override def name: String = SparkCatalog.catalogName
}

object SparkCatalog {

  /** The name of the catalog. Spark analyses a statement in its session catalog with the data sources on the class path. */
  @volatile var catalogName: String = "ice"
}
