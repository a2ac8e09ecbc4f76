package io.headwater.plan.naming

import org.apache.spark.sql.connector.catalog.{Identifier, Table}
import org.apache.spark.sql.util.CaseInsensitiveStringMap

import io.headwater.model.Dataset
import io.headwater.plan.session.SessionContext

/** A table of the DataSource V2 interface as a plan refers to it; `options` are those of the read or write. */
final case class TableV2(
    table: Table,
    catalog: Option[String],
    identifier: Option[Identifier],
    options: CaseInsensitiveStringMap = CaseInsensitiveStringMap.empty
)

/** A table that a statement is about to make; `catalog` is the catalog's plugin. */
final case class PlannedTable(
    catalog: AnyRef,
    catalogName: String,
    identifier: Identifier,
    provider: Option[String],
    location: Option[String]
)

/** How tables of one library are named and described; no schema, which the plan knows. */
trait TableFormat {

  /** None: not a table of this library. The version is that which a read sees. */
  def dataset(table: TableV2, session: SessionContext): Option[Dataset]

  /** The newest version that this process knows of. */
  def latestVersion(table: TableV2): Option[String]

  /** The columns that the library itself computes of others where a write leaves them out, and how: in Spark's SQL. */
  def generatedColumns(table: TableV2): Map[String, String] = Map.empty

  /** Whether a catalog is of this library. */
  def ownsCatalog(catalog: AnyRef): Boolean

  /** None: not a catalog of this library, or nobody can know yet where the table will lie. */
  def planned(table: PlannedTable, session: SessionContext): Option[Dataset]

  /** A table of which only the name is known: by its place, where that is the name's alone, else by its name in the
    * catalog. None: not a catalog of this library, or it has no address.
    */
  def datasetByName(table: PlannedTable, session: SessionContext): Option[NamedDataset] = None
}

/** `placed`: whether the table is named as it is where it is read. */
final case class NamedDataset(dataset: Dataset, sameAsRead: Boolean)
