package io.headwater.plan.tables

import io.headwater.model.{Dataset, QueryTime}
import io.headwater.plan.naming.{ConnectorOptions, Locations, PlannedTable, TableFormat, TableV2, Tables}
import io.headwater.plan.session.SessionContext

/** The state of a streaming query, which a program reads with the formats `statestore` and `state-metadata`, from Spark 4.0
  * on. The dataset is the checkpoint location of the query, which these reads name.
  */
object StateTables extends TableFormat {
  private val packageName = "org.apache.spark.sql.execution.datasources.v2.state."

  def dataset(table: TableV2, session: SessionContext): Option[Dataset] =
    if (!table.table.getClass.getName.startsWith(packageName)) None
    else
      ConnectorOptions.of(table.options)("path").map(path =>
        Dataset(Locations.of(session.qualified(Tables.path(path))))
      )

  /** State is read only. */
  def committedVersion(table: TableV2, session: SessionContext, time: QueryTime): Option[String] = None
  def ownsCatalog(catalog: AnyRef): Boolean = false
  def planned(table: PlannedTable, session: SessionContext): Option[Dataset] = None
}
