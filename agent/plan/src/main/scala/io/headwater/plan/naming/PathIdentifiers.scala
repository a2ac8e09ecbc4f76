package io.headwater.plan.naming

import org.apache.spark.sql.connector.catalog.Identifier

import io.headwater.model.Dataset
import io.headwater.plan.session.SessionContext

/** Tables of which only the identifier in a catalog is known; it may be a path, as in a `PathIdentifier` of Iceberg. */
object PathIdentifiers {

  /** A library that reads and writes `format("…")` by its catalog has the path as the name in the identifier. */
  def dataset(catalog: String, table: Identifier, session: SessionContext): Dataset = {
    val isPath = table.name.startsWith("/") || table.name.contains("://")
    if (isPath) Dataset(Locations.ofTable(session.qualified(Tables.path(table.name))))
    else Hierarchy.named(catalog, table)
  }
}
