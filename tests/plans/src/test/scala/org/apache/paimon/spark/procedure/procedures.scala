package org.apache.paimon.spark.procedure

import org.apache.spark.sql.connector.catalog.CatalogPlugin

/** Procedures with the names of Paimon's. They have their catalog in a field without an accessor. */
abstract class BaseProcedure(catalog: CatalogPlugin) {
  private val tableCatalog: CatalogPlugin = catalog
  override def toString: String = s"${tableCatalog.name}.${getClass.getSimpleName}"
}

final class CompactProcedure(catalog: CatalogPlugin) extends BaseProcedure(catalog)
final class CreateTagProcedure(catalog: CatalogPlugin) extends BaseProcedure(catalog)
final class ExpirePartitionsProcedure(catalog: CatalogPlugin) extends BaseProcedure(catalog)
final class PurgeFilesProcedure(catalog: CatalogPlugin) extends BaseProcedure(catalog)
