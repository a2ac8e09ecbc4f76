package io.headwater.plan.naming

import java.net.URI
import java.time.Instant

import org.apache.spark.sql.catalyst.plans.logical.V2WriteCommand
import org.apache.spark.sql.connector.catalog.{Identifier, Table}
import org.apache.spark.sql.util.CaseInsensitiveStringMap

import io.headwater.model.{Dataset, Field, QueryTime}
import io.headwater.plan.session.SessionContext

/** A table of the DataSource V2 interface as a plan refers to it.
  *
  * @param options
  *   the options of the read or write
  */
final case class TableV2(
    table: Table,
    catalog: Option[String],
    identifier: Option[Identifier],
    options: CaseInsensitiveStringMap = CaseInsensitiveStringMap.empty
)

/** A table that a statement is about to create.
  *
  * @param catalog
  *   the plugin of the catalog
  * @param provider
  *   the format after `USING`
  * @param replaces
  *   whether the statement may replace a table, which stays where it lies unless the statement has a location
  */
final case class PlannedTable(
    catalog: AnyRef,
    catalogName: String,
    identifier: Identifier,
    provider: Option[String],
    location: Option[URI],
    replaces: Boolean = false
)

/** The names and properties of the tables of one library. The schema comes from the plan. */
trait TableFormat {

  /** The dataset of a table, with the version that a read sees. None if the table is of another library. */
  def dataset(table: TableV2, session: SessionContext): Option[Dataset]

  /** The dataset of a table after a rename. None if the table is of another library. */
  def renamed(table: TableV2, to: Identifier, session: SessionContext): Option[Dataset] =
    dataset(table.copy(identifier = Some(to)), session)

  /** The version that a query has committed, once the query has ended. Later queries may have committed to the table, too.
    * The library must know the version without a call: neither storage nor a catalog is read.
    */
  def committedVersion(table: TableV2, session: SessionContext, time: QueryTime): Option[String]

  /** The version of a table once a command has ended that changes the table but no rows, as with `committedVersion`. */
  def alteredVersion(table: TableV2, session: SessionContext, time: QueryTime): Option[String] =
    committedVersion(table, session, time)

  /** The version of a new table, once the statement that creates it has ended. As with `committedVersion`, nothing is read.
    */
  def createdVersion(
      table: PlannedTable,
      created: Dataset,
      session: SessionContext,
      time: QueryTime
  ): Option[String] = None

  /** The columns of a new table, once the statement that creates it has ended, if the statement does not give them: those of
    * the table that is at its location already. As with `committedVersion`, nothing is read.
    */
  def createdColumns(table: PlannedTable, created: Dataset): Vector[Field] = Vector.empty

  /** When a table was created; called once a statement that may have created it has ended. No catalog is called. None if the
    * library does not know it.
    *
    * @param created
    *   the dataset of the table, if the statement has created it
    */
  def creation(table: PlannedTable, created: Dataset, session: SessionContext): Option[Instant] = None

  /** Whether `creation` knows the tables of a catalog that statements have just used. */
  def knowsCreation(table: PlannedTable, session: SessionContext): Boolean = false

  /** The generated columns, which the library computes from other columns if a write omits them, by name
    * with their expressions in Spark's SQL.
    */
  def generatedColumns(table: TableV2): Map[String, String] = Map.empty

  /** Whether a write with these options may do nothing, because the library has done it before.
    *
    * @param options
    *   the options of the write
    */
  def mayBeRepeated(options: Map[String, String], session: SessionContext): Boolean = false

  /** Whether a command of this library, which is no command of Spark's, overwrites rows of the table. */
  def replacesRows(command: V2WriteCommand): Boolean = false

  /** Whether a write may give Spark more rows to count than it leaves in the table, because it also writes the changes.
    *
    * @param options
    *   the options of the write
    */
  def countsChanges(command: V2WriteCommand, options: Map[String, String], table: TableV2): Boolean = false

  /** The same for a statement that replaces a table. */
  def countsChanges(options: Map[String, String], table: PlannedTable, created: Dataset): Boolean = false

  /** Whether a catalog is of this library. */
  def ownsCatalog(catalog: AnyRef): Boolean

  /** Whether the library leaves a table where it lies when a statement replaces it that names no location. */
  def keepsLocation(table: PlannedTable): Boolean = false

  /** Whether the library, and not Spark's session catalog, chooses the folder of a new table, whatever name the catalog has.
    */
  def choosesLocation(table: PlannedTable, session: SessionContext): Boolean = false

  /** The dataset of a new table. None if the catalog is of another library, or if the location of the table
    * is not known yet.
    */
  def planned(table: PlannedTable, session: SessionContext): Option[Dataset]

  /** The dataset of a table of which only the name is known. It is named by its location if the location
    * follows from the name, or else by its name in the catalog. None if the catalog is of another library,
    * or if it has no address.
    */
  def datasetByName(table: PlannedTable, session: SessionContext): Option[NamedDataset] = None
}

/** The dataset of a table of which only the name is known.
  *
  * @param sameAsRead
  *   whether reads of the table give it the same name
  */
final case class NamedDataset(dataset: Dataset, sameAsRead: Boolean)
