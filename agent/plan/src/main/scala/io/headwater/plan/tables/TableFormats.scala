package io.headwater.plan.tables

import org.apache.spark.sql.connector.catalog.Identifier

import io.headwater.model.Dataset
import io.headwater.plan.naming.{NamedDataset, PlannedTable, TableFormat, TableV2}
import io.headwater.plan.session.SessionContext

/** All libraries that name their V2 tables. The first library that recognises a table names it. */
object TableFormats extends TableFormat {
  private val all: Vector[TableFormat] = Vector(DeltaTables, IcebergTables, JdbcTables, ClickHouseTables)

  def dataset(table: TableV2, session: SessionContext): Option[Dataset] =
    all.iterator.flatMap(_.dataset(table, session)).take(1).toVector.headOption

  override def renamed(table: TableV2, to: Identifier, session: SessionContext): Option[Dataset] =
    all.iterator.flatMap(_.renamed(table, to, session)).take(1).toVector.headOption

  def latestVersion(table: TableV2): Option[String] =
    all.iterator.flatMap(_.latestVersion(table)).take(1).toVector.headOption

  override def createdVersion(table: PlannedTable, created: Dataset): Option[String] =
    all.iterator.flatMap(_.createdVersion(table, created)).take(1).toVector.headOption

  override def generatedColumns(table: TableV2): Map[String, String] =
    all.flatMap(_.generatedColumns(table)).toMap

  def ownsCatalog(catalog: AnyRef): Boolean = all.exists(_.ownsCatalog(catalog))

  override def datasetByName(table: PlannedTable, session: SessionContext): Option[NamedDataset] =
    all.iterator.flatMap(_.datasetByName(table, session)).take(1).toVector.headOption

  def planned(table: PlannedTable, session: SessionContext): Option[Dataset] =
    all.iterator.flatMap(_.planned(table, session)).take(1).toVector.headOption
}
