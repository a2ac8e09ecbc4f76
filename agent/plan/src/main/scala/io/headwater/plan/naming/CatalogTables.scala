package io.headwater.plan.naming

import org.apache.spark.sql.connector.catalog.Identifier

import io.headwater.model.Dataset
import io.headwater.plan.session.SessionContext

/** Tables of which only the name in a catalog is known. */
object CatalogTables {

  /** A library that reads and writes `format("…")` by its catalog has the path as the name of the table. */
  def named(catalog: String, table: Identifier, session: SessionContext): Dataset = {
    val isPath = table.name.startsWith("/") || table.name.contains("://")
    if (isPath) Dataset(Locations.ofTable(session.qualified(Tables.path(table.name))))
    else Hierarchy.named(catalog, table)
  }
}
