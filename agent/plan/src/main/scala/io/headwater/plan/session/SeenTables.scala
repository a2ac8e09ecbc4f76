package io.headwater.plan.session

import java.net.URI
import java.util.Locale.ROOT

import org.apache.spark.sql.catalyst.TableIdentifier
import org.apache.spark.sql.catalyst.catalog.{CatalogTable, CatalogTableType, SessionCatalog}
import org.apache.spark.sql.connector.catalog.Identifier
import org.apache.spark.sql.types.{ArrayType, DataType, MapType, StructField, StructType}

import io.headwater.model.{Dataset, Field}
import io.headwater.util.RecentMap

/** A table or view of the session catalog as a plan has shown it.
  *
  * @param location
  *   None if Spark chooses it
  * @param hive
  *   whether Hive reads and writes the table, not a source of Spark's own
  * @param partitions
  *   the columns that the table is partitioned by
  */
final case class SeenTable(
    location: Option[URI],
    managed: Boolean,
    view: Boolean = false,
    hive: Boolean = false,
    schema: StructType = new StructType,
    comment: Option[String] = None,
    owner: Option[String] = None,
    partitions: Seq[String] = Nil
) {

  /** The table with further columns, unless it has them. */
  def adding(columns: Seq[StructField]): SeenTable =
    withColumns(schema ++ columns.filterNot(c => schema.fieldNames.exists(_.equalsIgnoreCase(c.name))))

  /** The table with other columns. Those that it is partitioned by are behind the others. */
  def withColumns(columns: Seq[StructField]): SeenTable = {
    val (behind, before) = columns.partition(f => partitions.contains(f.name))
    copy(schema = StructType(before ++ behind))
  }
}

object SeenTable {
  def of(table: CatalogTable, schema: StructType): SeenTable = SeenTable(
    table.storage.locationUri,
    managed = table.tableType == CatalogTableType.MANAGED,
    hive = table.provider.contains("hive"),
    schema = schema,
    comment = table.comment,
    owner = Option(table.owner).filter(_.nonEmpty),
    partitions = table.partitionColumnNames
  )
}

/** A table or view as the session catalog has it.
  *
  * @param createTime
  *   in milliseconds; Hive keeps it in seconds
  */
final case class CatalogEntry(table: SeenTable, createTime: Long)

object CatalogEntry {

  /** Calls the catalog. None if it has no such table or view. */
  def find(catalog: SessionCatalog, name: TableIdentifier): Option[CatalogEntry] = {
    val database = name.database.getOrElse(catalog.getCurrentDatabase)
    val qualified = TableIdentifier(name.table, Some(database))
    if (catalog.tableExists(qualified)) Some(of(catalog.getTableMetadata(qualified))) else None
  }

  private def of(table: CatalogTable): CatalogEntry = {
    val view = table.tableType == CatalogTableType.VIEW
    CatalogEntry(SeenTable.of(table, table.schema).copy(view = view), table.createTime)
  }
}

/** The tables that the plans of the application have shown so far, and those that the catalog has returned. A command such
  * as `DROP TABLE` has the name only, and the catalog may have dropped the table before the command is read.
  * Not thread-safe: one thread reads all plans. If the tables have too many columns, the least recently used are removed.
  *
  * @param settings
  *   what tells a catalog apart from one of the same name in another session
  */
final class SeenTables private (all: SeenTables.Entries, settings: String => String) {
  import all.{datasets, tables}

  def this(maxFields: Int = SeenTables.maxFields, databases: SeenDatabases = new SeenDatabases) =
    this(new SeenTables.Entries(maxFields, databases), _ => "")

  /** The same tables, as a session sees them. Sessions of one application may have other catalogs by the same name.
    *
    * @param settings
    *   a text that is the same for the same settings of a catalog
    */
  def of(settings: String => String): SeenTables = new SeenTables(all, settings)

  /** The versions of tables that queries of the application have committed. */
  def commits: CommittedVersions = all.commits

  /** The databases of the session catalog. */
  def databases: SeenDatabases = all.databases

  private val separator = "\u0000"

  def apply(name: TableIdentifier): Option[SeenTable] = tables.get(key(name))
  def remember(name: TableIdentifier, table: SeenTable): Unit = tables(key(name)) = table

  /** @param schema
    *   empty for a metric view: its definition is not a query
    */
  def rememberView(
      name: TableIdentifier,
      schema: StructType = new StructType,
      comment: Option[String] = None
  ): Unit =
    remember(name, SeenTable(None, managed = false, view = true, schema = schema, comment = comment))
  def forget(name: TableIdentifier): Unit = tables.remove(key(name))

  /** A table of a V2 catalog, as a plan has shown it last. */
  def dataset(catalog: String, name: Identifier): Option[Dataset] = datasets.get(key(catalog, name))
  def remember(catalog: String, name: Identifier, table: Dataset): Unit =
    datasets(key(catalog, name)) = table
  def forget(catalog: String, name: Identifier): Unit = datasets.remove(key(catalog, name))

  /** Forgets all tables and views of a database. */
  def forgetAll(catalog: String, database: Seq[String]): Unit = {
    val dropped = key(catalog, database)
    val inCatalog = keyOfDataset(catalog, database)
    datasets.removeAll(_.startsWith(inCatalog + separator))
    if (catalog == SeenTables.sessionCatalog) tables.removeAll(_.startsWith(dropped + separator))
    ()
  }

  private def key(catalog: String, name: Identifier): String =
    keyOfDataset(catalog, name.namespace.toSeq :+ name.name)

  private def keyOfDataset(catalog: String, parts: Seq[String]): String =
    settings(catalog) + separator + key(catalog, parts)

  private def key(name: TableIdentifier): String =
    key(SeenTables.sessionCatalog, Seq(name.database.getOrElse("default"), name.table))

  /** Spark stores the names of its own catalog in lower case. */
  private def key(catalog: String, parts: Seq[String]): String = {
    val key = (catalog +: parts).mkString(separator)
    if (catalog == SeenTables.sessionCatalog) key.toLowerCase(ROOT) else key
  }
}

object SeenTables {

  /** How many columns and fields of columns all tables may have. Each takes about 250 bytes. */
  private val maxFields = 50000

  private final class Entries(maxFields: Int, val databases: SeenDatabases) {
    val commits = new CommittedVersions
    val tables = new RecentMap[String, SeenTable](maxFields, table => 1 + fields(table.schema))
    val datasets = new RecentMap[String, Dataset](maxFields, table => 1 + fields(table.schema))
  }

  private def fields(fieldsOf: DataType): Int = fieldsOf match {
    case struct: StructType => struct.fields.map(f => 1 + fields(f.dataType)).sum
    case array: ArrayType => fields(array.elementType)
    case map: MapType => fields(map.keyType) + fields(map.valueType)
    case _ => 0
  }

  private def fields(all: Vector[Field]): Int = all.map(f => 1 + fields(f.children)).sum

  /** The name of Spark's session catalog, whichever class implements it. */
  val sessionCatalog: String = "spark_catalog"
}
