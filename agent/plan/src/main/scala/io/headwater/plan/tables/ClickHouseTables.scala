package io.headwater.plan.tables

import org.apache.spark.sql.connector.catalog.Identifier

import io.headwater.model.{Catalog, Dataset, QueryTime, Storage}
import io.headwater.plan.connectors.ClickHouse
import io.headwater.plan.naming.{Hierarchy, Identifiers, NamedDataset, PlannedTable, TableFormat, TableV2}
import io.headwater.plan.session.SessionContext
import io.headwater.util.ClassNames

/** Tables of ClickHouse's catalog. They have the same names as in reads over JDBC. The names come from the
  * settings of the catalog; the catalog itself is not called.
  */
object ClickHouseTables extends TableFormat {

  def dataset(table: TableV2, session: SessionContext): Option[Dataset] =
    for (
      catalog <- table.catalog; identifier <- table.identifier
      if ClickHouse.matches(table.table.getClass.getName)
    )
      yield named(catalog, identifier, session, Option(table.table.properties.get("engine")))

  def committedVersion(table: TableV2, session: SessionContext, time: QueryTime): Option[String] = None

  def ownsCatalog(catalog: AnyRef): Boolean =
    ClassNames.ancestors(catalog.getClass).exists(c => ClickHouse.matches(c.getName))

  def planned(table: PlannedTable, session: SessionContext): Option[Dataset] =
    if (!ownsCatalog(table.catalog)) None
    else Some(named(table.catalogName, table.identifier, session, None))

  override def datasetByName(table: PlannedTable, session: SessionContext): Option[NamedDataset] =
    planned(table, session).map(NamedDataset(_, sameAsRead = true))

  private def named(catalog: String, table: Identifier, in: SessionContext, engine: Option[String]): Dataset =
    Dataset(
      Identifiers.dataset(ClickHouse.namespace(in.catalogSetting(catalog, _)), table),
      catalog = Some(Catalog("clickhouse", "clickhouse", catalog)),
      storage = engine.map(Storage("clickhouse", _)),
      hierarchy = Hierarchy.of(catalog, table)
    )
}
