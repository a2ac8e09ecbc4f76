package io.headwater.plan.tables

import org.apache.spark.sql.connector.catalog.Identifier
import org.apache.spark.sql.execution.datasources.jdbc.JDBCOptions
import org.apache.spark.sql.execution.datasources.v2.jdbc.{JDBCTable, JDBCTableCatalog}

import io.headwater.model.{Catalog, Dataset, QueryTime}
import io.headwater.plan.naming.jdbc.JdbcUrls
import io.headwater.plan.naming.{Hierarchy, Identifiers, NamedDataset, PlannedTable, TableFormat, TableV2}
import io.headwater.plan.session.SessionContext
import io.headwater.redaction.Redactor
import io.headwater.util.Accessors

/** Tables of Spark's `JDBCTableCatalog`. They have the same names as in any other read over JDBC. */
object JdbcTables extends TableFormat {

  def dataset(table: TableV2, session: SessionContext): Option[Dataset] = table.table match {
    case jdbc: JDBCTable =>
      Some(named(jdbc.jdbcOptions, table.identifier.getOrElse(jdbc.ident), table.catalog))
    case _ => None
  }

  def committedVersion(table: TableV2, session: SessionContext, time: QueryTime): Option[String] = None

  def ownsCatalog(catalog: AnyRef): Boolean = catalog.isInstanceOf[JDBCTableCatalog]

  /** The dataset of a new table. The options of the catalog have no public accessor. */
  def planned(table: PlannedTable, session: SessionContext): Option[Dataset] =
    if (!ownsCatalog(table.catalog)) None
    else {
      val options = new Accessors(table.catalog).field[JDBCOptions]("options")
      Some(named(options, table.identifier, Some(table.catalogName)))
    }

  override def datasetByName(table: PlannedTable, session: SessionContext): Option[NamedDataset] =
    planned(table, session).map(NamedDataset(_, sameAsRead = true))

  private def named(options: JDBCOptions, table: Identifier, catalog: Option[String]): Dataset = {
    val location = JdbcUrls.location(options.url, options.parameters.toMap)
    val facet = catalog.map(Catalog("jdbc", "jdbc", _, Some(Redactor.default.bare(options.url))))
    Dataset(
      location.table(Identifiers.parts(table)),
      catalog = facet,
      hierarchy = catalog.toVector.flatMap(Hierarchy.of(_, table))
    )
  }
}
