package io.headwater.plan.tables

import java.time.Instant

import org.apache.spark.sql.catalyst.plans.logical.V2WriteCommand
import org.apache.spark.sql.connector.catalog.Identifier

import io.headwater.model.{Dataset, Field, QueryTime}
import io.headwater.plan.naming.{NamedDataset, PlannedTable, TableFormat, TableV2}
import io.headwater.plan.session.SessionContext

/** All libraries that name their V2 tables. The first library that recognises a table names it. */
object TableFormats extends TableFormat {
  private val all: Vector[TableFormat] =
    Vector(DeltaTables, IcebergTables, PaimonTables, JdbcTables, ClickHouseTables, StateTables, UnityTables)

  def dataset(table: TableV2, session: SessionContext): Option[Dataset] =
    first(_.dataset(table, session))

  override def renamed(table: TableV2, to: Identifier, session: SessionContext): Option[Dataset] =
    first(_.renamed(table, to, session))

  def committedVersion(table: TableV2, session: SessionContext, time: QueryTime): Option[String] =
    first(_.committedVersion(table, session, time))

  override def alteredVersion(table: TableV2, session: SessionContext, time: QueryTime): Option[String] =
    first(_.alteredVersion(table, session, time))

  override def createdVersion(
      table: PlannedTable,
      created: Dataset,
      session: SessionContext,
      time: QueryTime
  ): Option[String] =
    first(_.createdVersion(table, created, session, time))

  override def createdColumns(table: PlannedTable, created: Dataset): Vector[Field] =
    all.flatMap(_.createdColumns(table, created))

  override def creation(table: PlannedTable, created: Dataset, session: SessionContext): Option[Instant] =
    first(_.creation(table, created, session))

  override def knowsCreation(table: PlannedTable, session: SessionContext): Boolean =
    all.exists(_.knowsCreation(table, session))

  override def generatedColumns(table: TableV2): Map[String, String] =
    all.flatMap(_.generatedColumns(table)).toMap

  def ownsCatalog(catalog: AnyRef): Boolean = all.exists(_.ownsCatalog(catalog))

  override def datasetByName(table: PlannedTable, session: SessionContext): Option[NamedDataset] =
    first(_.datasetByName(table, session))

  override def keepsLocation(table: PlannedTable): Boolean = all.exists(_.keepsLocation(table))

  override def choosesLocation(table: PlannedTable, session: SessionContext): Boolean =
    all.exists(_.choosesLocation(table, session))

  def planned(table: PlannedTable, session: SessionContext): Option[Dataset] =
    first(_.planned(table, session))

  override def mayBeRepeated(options: Map[String, String], session: SessionContext): Boolean =
    all.exists(_.mayBeRepeated(options, session))

  override def replacesRows(command: V2WriteCommand): Boolean = all.exists(_.replacesRows(command))

  override def countsChanges(command: V2WriteCommand, options: Map[String, String], table: TableV2): Boolean =
    all.exists(_.countsChanges(command, options, table))

  override def countsChanges(options: Map[String, String], table: PlannedTable, created: Dataset): Boolean =
    all.exists(_.countsChanges(options, table, created))

  private def first[A](of: TableFormat => Option[A]): Option[A] =
    all.iterator.map(of).collectFirst { case Some(found) => found }
}
