package io.headwater.plan.session

import java.net.URI
import java.util.Locale.ROOT
import java.util.{LinkedHashMap => JavaLinkedHashMap, Map => JavaMap}

import org.apache.spark.sql.catalyst.TableIdentifier
import org.apache.spark.sql.catalyst.catalog.{CatalogTable, CatalogTableType}
import org.apache.spark.sql.connector.catalog.Identifier
import org.apache.spark.sql.types.StructType

import io.headwater.model.Dataset

/** A table or view of the session catalog as a plan has shown it.
  *
  * @param location
  *   None if Spark chooses it
  */
final case class SeenTable(
    location: Option[URI],
    managed: Boolean,
    view: Boolean = false,
    schema: StructType = new StructType,
    comment: Option[String] = None,
    owner: Option[String] = None
)

object SeenTable {
  def of(table: CatalogTable, schema: StructType): SeenTable = SeenTable(
    table.storage.locationUri,
    managed = table.tableType == CatalogTableType.MANAGED,
    schema = schema,
    comment = table.comment,
    owner = Option(table.owner).filter(_.nonEmpty)
  )
}

/** The tables that the plans of the application have shown so far. A command such as `DROP TABLE` has the name only, and
  * the catalog may have dropped the table before the command is read; the agent does not query the catalog for tables.
  * Not thread-safe: one thread reads all plans. If there are too many tables, the least recently used are removed.
  */
final class SeenTables(maxTables: Int = 10000) {
  private val tables = new Recent[SeenTable]
  private val datasets = new Recent[Dataset]

  private final class Recent[A] extends JavaLinkedHashMap[String, A](16, 0.75f, true) {
    override def removeEldestEntry(eldest: JavaMap.Entry[String, A]): Boolean = size > maxTables
  }

  def apply(name: TableIdentifier): Option[SeenTable] = Option(tables.get(key(name)))
  def remember(name: TableIdentifier, table: SeenTable): Unit = { tables.put(key(name), table); () }
  def rememberView(name: TableIdentifier): Unit =
    remember(name, SeenTable(None, managed = false, view = true))
  def forget(name: TableIdentifier): Unit = { tables.remove(key(name)); () }

  /** A table of a V2 catalog, as a plan has shown it last. */
  def dataset(catalog: String, name: Identifier): Option[Dataset] = Option(datasets.get(key(catalog, name)))
  def remember(catalog: String, name: Identifier, table: Dataset): Unit = {
    datasets.put(key(catalog, name), table); ()
  }
  def forget(catalog: String, name: Identifier): Unit = { datasets.remove(key(catalog, name)); () }

  private def key(catalog: String, name: Identifier): String =
    (catalog +: name.namespace :+ name.name).mkString("\u0000")

  private def key(name: TableIdentifier): String =
    s"${name.database.getOrElse("default")}.${name.table}".toLowerCase(ROOT)
}
