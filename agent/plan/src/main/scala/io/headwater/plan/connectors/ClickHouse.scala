package io.headwater.plan.connectors

import java.util.Locale.ROOT

import org.apache.spark.sql.connector.catalog.Identifier

import io.headwater.model.{Catalog, Dataset, DatasetId, Storage}
import io.headwater.plan.naming.{
  Called,
  ConnectorOptions,
  Hierarchy,
  Identifiers,
  PlannedTable,
  TableFormat,
  TableV2
}
import io.headwater.plan.session.SessionContext
import io.headwater.util.ClassNames

/** ClickHouse by the options of a read or write, which are those of its catalog, too. */
object ClickHouse extends Store("com.clickhouse.spark.", "xenon.clickhouse.") {
  override val shortNames: Set[String] = Set("clickhouse")

  private val native = Set("native", "tcp", "tcps")

  def id(options: ConnectorOptions): Option[DatasetId] =
    options("table").map(table =>
      DatasetId(server(options(_)), s"${options("database").getOrElse("default")}.$table")
    )

  /** The server, by the port of the protocol that is spoken with it. */
  def server(setting: String => Option[String]): String = {
    val port =
      if (setting("protocol").exists(p => native(p.toLowerCase(ROOT)))) setting("tcp_port").getOrElse("9000")
      else setting("http_port").getOrElse("8123")
    s"clickhouse://${setting("host").getOrElse("localhost").toLowerCase(ROOT)}:$port"
  }
}

/** Tables of ClickHouse's catalog: named as they are where they are read over JDBC. The catalog is not asked, its settings
  * are.
  */
object ClickHouseTables extends TableFormat {

  def dataset(table: TableV2, surroundings: SessionContext): Option[Dataset] =
    for (
      catalog <- table.catalog; identifier <- table.identifier
      if ClickHouse.owns(table.table.getClass.getName)
    )
      yield named(catalog, identifier, surroundings, Option(table.table.properties.get("engine")))

  def newest(table: TableV2): Option[String] = None

  def knows(catalog: AnyRef): Boolean =
    ClassNames.ancestors(catalog.getClass).exists(c => ClickHouse.owns(c.getName))

  def planned(table: PlannedTable, surroundings: SessionContext): Option[Dataset] =
    if (!knows(table.catalog)) None
    else Some(named(table.catalogName, table.identifier, surroundings, None))

  override def called(table: PlannedTable, surroundings: SessionContext): Option[Called] =
    planned(table, surroundings).map(Called(_, placed = true))

  private def named(catalog: String, table: Identifier, in: SessionContext, engine: Option[String]): Dataset =
    Dataset(
      Identifiers.dataset(ClickHouse.server(in.ofCatalog(catalog, _)), table),
      catalog = Some(Catalog("clickhouse", "clickhouse", catalog)),
      storage = engine.map(Storage("clickhouse", _)),
      hierarchy = Hierarchy.of(catalog, table)
    )
}
