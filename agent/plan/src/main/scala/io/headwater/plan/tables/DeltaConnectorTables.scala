package io.headwater.plan.tables

import java.util.Optional

import org.apache.hadoop.fs.Path
import org.apache.spark.sql.catalyst.catalog.CatalogTable

import io.headwater.model.Dataset
import io.headwater.plan.session.SessionContext
import io.headwater.util.{Accessors, ClassNames}

/** Tables of Delta's connector for the DataSource V2 interface, from Delta 4.4 on. On Spark 4.2, `t CHANGES FROM VERSION 1` is
  * read through it if `spark.databricks.delta.changelogV2.enabled` is set. With the setting
  * `spark.databricks.delta.v2.enableMode=STRICT`, Delta's catalog has no other tables.
  */
private[tables] object DeltaConnectorTables {
  private val changelog = "io.delta.spark.internal.v2.read.changelog.DeltaV2Changelog"

  def isTable(table: AnyRef): Boolean = DeltaClasses.isA(table, "catalog.DeltaV2TableMarker")

  /** The dataset of a table or of its changes. None if `table` is not of this connector. */
  def dataset(table: AnyRef, session: SessionContext): Option[Dataset] =
    if (isTable(table)) Some(named(table, new Accessors(table).ifPresent[String]("version"), session))
    else
      changes(table).map { of =>
        named(of.field[AnyRef]("deltaV2Table"), Some(of.field[Long]("endVersion").toString), session)
      }

  /** The entry of a table in the catalog. */
  def entry(table: AnyRef): Option[CatalogTable] =
    Option(new Accessors(table).value[Optional[CatalogTable]]("getCatalogTable").orElse(None.orNull))

  /** A stream reads the latest version of a table in each of its batches. */
  private def named(table: AnyRef, version: Option[String], session: SessionContext): Dataset =
    DeltaTables.of(entry(table), new Accessors(table).value[Path]("getTablePath"), session)
      .copy(version = if (session.streamingQueryId.isDefined) None else version)

  /** What Spark's table of changes holds. */
  private def changes(table: AnyRef): Option[Accessors] =
    if (ClassNames.simple(table) != "ChangelogTable") None
    else
      new Accessors(table).ifPresent[AnyRef]("changelog").filter(ClassNames.isA(_, changelog))
        .map(new Accessors(_))
}
