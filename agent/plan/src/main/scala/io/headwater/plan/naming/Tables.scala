package io.headwater.plan.naming

import java.net.URI
import java.util.Locale.ROOT

import scala.util.Try

import org.apache.spark.sql.catalyst.TableIdentifier
import org.apache.spark.sql.catalyst.catalog.{CatalogTable, CatalogTableType}
import org.apache.spark.sql.types.StructType

import io.headwater.model.{Catalog, Dataset, DatasetId, DatasetKind, Symlink}
import io.headwater.plan.session.{SeenTable, SessionContext}

/** A table of Spark's own catalog: named by where it lies, with its name in the catalog as a symlink. */
final class Tables(session: SessionContext) {

  def dataset(table: CatalogTable, schema: StructType): Dataset = {
    val managed = table.tableType == CatalogTableType.MANAGED
    val owner = Option(table.owner).filter(_.nonEmpty)
    val seen =
      SeenTable(table.storage.locationUri, managed, schema = schema, comment = table.comment, owner = owner)
    session.tables.remember(table.identifier, seen)
    dataset(table.identifier, seen)
  }

  def dataset(table: CatalogTable): Dataset = dataset(table, table.schema)

  /** A table or view of which a command holds the name alone: as it was last seen. */
  def named(name: TableIdentifier): Dataset = session.tables(name) match {
    case Some(seen) if !seen.view => dataset(name, seen)
    case Some(_) => ofView(name)
    case None => Dataset(view(name))
  }

  private def dataset(name: TableIdentifier, seen: SeenTable): Dataset =
    planned(name, seen.location)
      .copy(schema = Schemas.fields(seen.schema), comment = seen.comment, owner = seen.owner)

  /** A table of which only the name is known, and the place if it has one of its own. Where nobody can tell where it lies it
    * goes by its name in the catalog.
    */
  def planned(name: TableIdentifier, own: Option[URI]): Dataset = {
    val location = own.orElse(managed(name))
    Dataset(
      location.fold(view(name))(Locations.of),
      symlinks = location.flatMap(symlink(name, _)).toVector,
      catalog = hive,
      kind = Some(DatasetKind.Table),
      hierarchy = Hierarchy.of(stored(name))
    )
  }

  /** A view as a dataset. */
  def ofView(name: TableIdentifier): Dataset =
    Dataset(view(name), kind = Some(DatasetKind.View), hierarchy = Hierarchy.ofView(name))

  /** A view lies nowhere: it goes by its name in the catalog. */
  def view(name: TableIdentifier): DatasetId =
    DatasetId(
      catalog.orElse(session.warehouse.map(w => Tables.namespace(Tables.uri(w)))).getOrElse("spark"),
      qualified(name)
    )

  /** The part of a job's name that a table gives: `db.t` is `db_t`. */
  def suffix(table: TableIdentifier): String =
    s"${Tables.database(table)}.${table.table}".replace('.', '_')

  /** Where Spark puts a managed table that is yet to be made: in its database. None: that does not say where it is. */
  def managed(table: TableIdentifier): Option[URI] = {
    val TableIdentifier(name, database, _) = stored(table)
    val in = database.getOrElse(Tables.defaultDatabase)
    val lies = session.databaseLocation.fold(Option(inWarehouse(in)))(_(in))
    lies.map(at => Tables.uri(s"${at.toString.stripSuffix("/")}/$name"))
  }

  /** The default database lies in the warehouse itself. */
  private def inWarehouse(database: String): URI = {
    val below = if (database == Tables.defaultDatabase) "" else s"/$database.db"
    Tables.uri(s"${session.warehouse.getOrElse("spark-warehouse").stripSuffix("/")}$below")
  }

  /** As the catalog keeps a name, whatever the case that a statement has it in. */
  private def stored(name: TableIdentifier): TableIdentifier =
    if (session.conf("spark.sql.caseSensitive").contains("true")) name
    else name.copy(name.table.toLowerCase(ROOT), name.database.map(_.toLowerCase(ROOT)))

  private def symlink(table: TableIdentifier, location: URI): Option[Symlink] =
    session.glue.filter(_.hive).map(_.symlink(Tables.database(table), table.table)).orElse(
      catalog.orElse(warehouseOf(location)).map { namespace =>
        Symlink(DatasetId(namespace, qualified(table)), Symlink.Kind.Table)
      }
    )

  private def catalog: Option[String] = session.metastore.map(Tables.hiveNamespace)

  /** Without a metastore a table's catalog is its warehouse; one that lies outside has no name there. */
  private def warehouseOf(location: URI): Option[String] =
    session.warehouse.map(Tables.uri).collect {
      case warehouse if Locations.of(location).name.startsWith(s"${Locations.of(warehouse).name}/") =>
        Tables.namespace(warehouse)
    }

  /** An embedded metastore has no address. */
  private def hive: Option[Catalog] =
    if (catalog.isEmpty && !session.conf("spark.sql.catalogImplementation").contains("hive")) None
    else Some(Catalog("hive", "hive", "default", catalog, session.warehouse))

  private def qualified(table: TableIdentifier): String = {
    val name = stored(table)
    s"${Tables.database(name)}.${name.table}"
  }
}

object Tables {
  private val defaultDatabase = "default"

  def database(table: TableIdentifier): String = table.database.getOrElse(defaultDatabase)

  /** `thrift://host:9083` as the naming spec has it: `hive://host:9083`; of several, the first. */
  def hiveNamespace(metastore: String): String = {
    val first = uri(metastore.split(',')(0).trim)
    s"hive://${Option(first.getAuthority).getOrElse("localhost")}"
  }

  /** A warehouse as the namespace of the tables in it: `file:/data/warehouse`, `s3://lake/warehouse`. */
  def namespace(warehouse: URI): String = Locations.of(warehouse) match {
    case DatasetId("file", path) => s"file:$path"
    case DatasetId(namespace, path) => s"$namespace/${path.stripPrefix("/")}"
  }

  /** A path that may hold spaces or be no URI at all. */
  def uri(text: String): URI = Try(new URI(text)).getOrElse(new org.apache.hadoop.fs.Path(text).toUri)
}
