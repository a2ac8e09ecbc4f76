package io.headwater.plan.tables

import org.apache.spark.sql.catalyst.catalog.CatalogTable

import io.headwater.model.{Dataset, QueryTime}
import io.headwater.plan.naming.{NamedDataset, NonSessionCatalog, PlannedTable, TableFormat, TableV2, Tables}
import io.headwater.plan.session.SessionContext
import io.headwater.util.{Accessors, ClassNames}

/** Tables of Unity Catalog, and of other catalogs that return entries of the session catalog's form. Unity Catalog passes tables
  * of Delta through Delta's own catalog.
  */
object UnityTables extends TableFormat {

  def dataset(table: TableV2, session: SessionContext): Option[Dataset] =
    if (ClassNames.simple(table.table) != "V1Table") None
    else Some(new Tables(session).dataset(new Accessors(table.table).value[CatalogTable]("v1Table")))

  /** Only tables of Delta have versions. */
  def committedVersion(table: TableV2, session: SessionContext, time: QueryTime): Option[String] = None

  def ownsCatalog(catalog: AnyRef): Boolean = NonSessionCatalog.isUnity(catalog)

  override def keepsLocation(table: PlannedTable): Boolean = ownsCatalog(table.catalog)

  /** The catalog chooses the location of a table whose statement has none. */
  def planned(table: PlannedTable, session: SessionContext): Option[Dataset] =
    if (!ownsCatalog(table.catalog) || table.location.isEmpty) None
    else {
      val catalog = new NonSessionCatalog(table.catalogName, session)
      val dataset = catalog.dataset(table.identifier, table.location)
      Some(if (isDelta(table, session)) DeltaTables.inCatalog(dataset, catalog) else dataset)
    }

  private def isDelta(table: PlannedTable, session: SessionContext): Boolean =
    table.provider.orElse(session.conf("spark.sql.sources.default")).exists(_.equalsIgnoreCase("delta"))

  override def datasetByName(table: PlannedTable, session: SessionContext): Option[NamedDataset] =
    if (!ownsCatalog(table.catalog)) None
    else {
      val catalog = new NonSessionCatalog(table.catalogName, session)
      Some(NamedDataset(catalog.dataset(table.identifier, None), sameAsRead = false))
    }

  override def createdVersion(
      table: PlannedTable,
      created: Dataset,
      session: SessionContext,
      time: QueryTime
  ): Option[String] =
    if (!ownsCatalog(table.catalog) || created.storage != DeltaTables.storage) None
    else DeltaTables.committed(table.catalog, created, session, time)
}
