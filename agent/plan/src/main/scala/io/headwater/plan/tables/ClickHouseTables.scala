package io.headwater.plan.tables

import org.apache.spark.sql.connector.catalog.Identifier

import io.headwater.model.{Catalog, Dataset, Storage}
import io.headwater.plan.connectors.ClickHouse
import io.headwater.plan.naming.{Called, Hierarchy, Identifiers, PlannedTable, TableFormat, TableV2}
import io.headwater.plan.session.SessionContext
import io.headwater.util.ClassNames

/** Tables of ClickHouse's catalog: named as they are where they are read over JDBC. The catalog is not asked, its settings
  * are.
  */
object ClickHouseTables extends TableFormat {

  def dataset(table: TableV2, session: SessionContext): Option[Dataset] =
    for (
      catalog <- table.catalog; identifier <- table.identifier
      if ClickHouse.owns(table.table.getClass.getName)
    )
      yield named(catalog, identifier, session, Option(table.table.properties.get("engine")))

  def newest(table: TableV2): Option[String] = None

  def knows(catalog: AnyRef): Boolean =
    ClassNames.ancestors(catalog.getClass).exists(c => ClickHouse.owns(c.getName))

  def planned(table: PlannedTable, session: SessionContext): Option[Dataset] =
    if (!knows(table.catalog)) None
    else Some(named(table.catalogName, table.identifier, session, None))

  override def called(table: PlannedTable, session: SessionContext): Option[Called] =
    planned(table, session).map(Called(_, placed = true))

  private def named(catalog: String, table: Identifier, in: SessionContext, engine: Option[String]): Dataset =
    Dataset(
      Identifiers.dataset(ClickHouse.server(in.catalogSetting(catalog, _)), table),
      catalog = Some(Catalog("clickhouse", "clickhouse", catalog)),
      storage = engine.map(Storage("clickhouse", _)),
      hierarchy = Hierarchy.of(catalog, table)
    )
}
