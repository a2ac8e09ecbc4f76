package io.headwater.plan.session

import java.net.URI
import java.util.Locale.ROOT
import java.util.{LinkedHashMap => Remembered, Map => Entries}

import org.apache.spark.sql.catalyst.TableIdentifier
import org.apache.spark.sql.connector.catalog.Identifier
import org.apache.spark.sql.types.StructType

import io.headwater.model.Dataset

/** What a plan has shown of a table or view of Spark's own catalog. `location` is empty where Spark chooses it. */
final case class SeenTable(
    location: Option[URI],
    managed: Boolean,
    view: Boolean = false,
    schema: StructType = new StructType,
    comment: Option[String] = None,
    owner: Option[String] = None
)

/** The tables that the application's plans have shown so far. Commands such as `DROP TABLE` hold a name alone, and by
  * the time that they are looked at the catalog may have forgotten it; no catalog is asked for a table. One thread
  * reads all plans, so one thread fills this; the longest unused tables go first.
  */
final class SeenTables(most: Int = 10000) {
  private val tables = new Recent[SeenTable]
  private val placed = new Recent[Dataset]

  private final class Recent[A] extends Remembered[String, A](16, 0.75f, true) {
    override def removeEldestEntry(eldest: Entries.Entry[String, A]): Boolean = size > most
  }

  def apply(name: TableIdentifier): Option[SeenTable] = Option(tables.get(key(name)))
  def remember(name: TableIdentifier, table: SeenTable): Unit = { tables.put(key(name), table); () }
  def forget(name: TableIdentifier): Unit = { tables.remove(key(name)); () }

  /** A table of a V2 catalog, as a plan has shown it last. */
  def dataset(catalog: String, name: Identifier): Option[Dataset] = Option(placed.get(key(catalog, name)))
  def remember(catalog: String, name: Identifier, table: Dataset): Unit = {
    placed.put(key(catalog, name), table); ()
  }
  def forget(catalog: String, name: Identifier): Unit = { placed.remove(key(catalog, name)); () }

  private def key(catalog: String, name: Identifier): String =
    (catalog +: name.namespace :+ name.name).mkString("\u0000")

  private def key(name: TableIdentifier): String =
    s"${name.database.getOrElse("default")}.${name.table}".toLowerCase(ROOT)
}
