package io.headwater.plan.naming

import java.net.URI
import java.util.Locale.ROOT

import scala.util.Try

import org.apache.hadoop.fs.Path
import org.apache.spark.sql.catalyst.TableIdentifier
import org.apache.spark.sql.catalyst.catalog.CatalogTable
import org.apache.spark.sql.connector.catalog.Identifier
import org.apache.spark.sql.types.StructType

import io.headwater.model.{Catalog, Dataset, DatasetId, DatasetKind, Symlink}
import io.headwater.plan.session.{BigLakeMetastore, SeenDatabases, SeenTable, SeenTables, SessionContext}

/** Tables with an entry in Spark's session catalog, or with one of the same form in another catalog. A table is named by
  * its location; its name in the catalog is a symlink.
  */
final class Tables(session: SessionContext) {

  def dataset(table: CatalogTable, schema: StructType): Dataset = {
    val seen = SeenTable.of(table, schema)
    NonSessionCatalog.of(table.identifier, session) match {
      case Some(catalog) => inNamed(catalog, table.identifier, seen)
      case None =>
        session.tables.remember(table.identifier, seen)
        dataset(table.identifier, seen)
    }
  }

  private def inNamed(catalog: NonSessionCatalog, name: TableIdentifier, seen: SeenTable): Dataset = {
    val found = described(catalog.dataset(Tables.identifier(name), seen.location), seen)
    session.tables.remember(catalog.name, Tables.identifier(name), found)
    found
  }

  def dataset(table: CatalogTable): Dataset = dataset(table, table.schema)

  /** The table or view of a command that has only its name. Its properties are those of the last plan that
    * has shown it.
    */
  def named(name: TableIdentifier): Dataset = named(name, session.tables(name))

  /** @param table
    *   what is known of the table or view after the command
    */
  def named(name: TableIdentifier, table: Option[SeenTable]): Dataset = table match {
    case Some(seen) if seen.view =>
      ofView(name).copy(schema = Schemas.fields(seen.schema), comment = seen.comment)
    case Some(seen) => dataset(name, seen)
    case None => Dataset(inCatalog(name))
  }

  private def dataset(name: TableIdentifier, seen: SeenTable): Dataset =
    described(planned(name, seen.location), seen)

  private def described(table: Dataset, seen: SeenTable): Dataset =
    table.copy(schema = Schemas.fields(seen.schema), comment = seen.comment, owner = seen.owner)

  /** The table or view after a command that gives it another name. */
  def renamed(from: TableIdentifier, to: TableIdentifier): Dataset =
    named(to, moved(from, to).orElse(session.tables(to)))

  /** Keeps what is known of a table or view under its new name. */
  def rename(from: TableIdentifier, to: TableIdentifier): Unit = {
    moved(from, to).foreach(session.tables.remember(to, _))
    session.tables.forget(from)
  }

  private def moved(from: TableIdentifier, to: TableIdentifier): Option[SeenTable] =
    session.tables(from).map { table =>
      if (staysInPlace(table, from)) table
      else
        table.copy(location =
          managed(to).orElse(table.location.map(Tables.besideWithName(_, to.table)))
        )
    }

  /** A table before it was renamed.
    *
    * @param renamed
    *   the table after it
    */
  def beforeRename(from: TableIdentifier, to: TableIdentifier, renamed: SeenTable): SeenTable =
    if (staysInPlace(renamed, to)) renamed else renamed.copy(location = managed(from))

  /** Whether a rename leaves the rows of a table where they are. Spark moves those of a managed table into the folder of the
    * new name in its database. Hive leaves them, if the location was set.
    */
  private def staysInPlace(table: SeenTable, name: TableIdentifier): Boolean = {
    def isSet = table.location.exists(at => managed(name).exists(_.getPath != at.getPath))
    !table.managed || (table.hive && isSet)
  }

  /** A table of the session catalog of which only the name and perhaps the location are known. If the location is unknown, the
    * table is named by its name in the catalog.
    *
    * @param givenLocation
    *   the location, if the statement or the catalog gives one
    */
  def planned(name: TableIdentifier, givenLocation: Option[URI]): Dataset = {
    val location = givenLocation.map(qualified(name, _)).orElse(managed(name))
    Dataset(
      location.fold(inSessionCatalog(name))(Locations.of),
      symlinks = location.map(_ => symlink(name)).toVector,
      catalog = hive,
      kind = Some(DatasetKind.Table),
      hierarchy = Hierarchy.of(asStored(name), TableNames.catalog(name))
    )
  }

  /** A relative location is below the database of the table. */
  private def qualified(name: TableIdentifier, location: URI): URI = {
    val isRelative = location.getScheme == null && !new Path(location).isAbsolute
    val database = if (isRelative) directory(asStored(name)) else None
    session.qualified(database.fold(location)(at => new Path(new Path(at), new Path(location)).toUri))
  }

  /** The dataset of a view. */
  def ofView(name: TableIdentifier): Dataset =
    Dataset(inCatalog(name), kind = Some(DatasetKind.View), hierarchy = Hierarchy.ofView(name))

  /** The name in the catalog, which is the id of a view: a view has no location. Without a metastore the warehouse serves
    * as the catalog, also for tables outside it.
    */
  def inCatalog(name: TableIdentifier): DatasetId =
    NonSessionCatalog.of(name, session)
      .fold(inSessionCatalog(name))(_.id(Tables.identifier(name)))

  private def inSessionCatalog(name: TableIdentifier): DatasetId =
    DatasetId(
      catalog.orElse(session.warehouse.map(Tables.ofWarehouse)).getOrElse("spark"),
      qualified(name)
    )

  /** The name with its database, for a command that has the name as it was written. */
  def inCurrentDatabase(name: TableIdentifier): TableIdentifier =
    if (name.database.isDefined) name else TableIdentifier(name.table, Some(session.current().database))

  /** The suffix of the job name for a table: `db_t` for `db.t`. */
  def suffix(table: TableIdentifier): String =
    s"${Tables.database(table)}.${table.table}".replace('.', '_')

  /** The location of a new managed table, which is within its database. None if the location of the
    * database is unknown.
    */
  def managed(table: TableIdentifier): Option[URI] = {
    val name = asStored(table)
    directory(name).map(at => new Path(new Path(at), name.table).toUri)
  }

  private def directory(table: TableIdentifier): Option[URI] = directory(Tables.database(table))

  private def directory(database: String): Option[URI] =
    session.databaseLocation.fold(Option(inWarehouse(database))) { catalog =>
      databases.location(session.metastore, database)(catalog(database))
    }

  private def databases: SeenDatabases = session.tables.databases

  /** Keeps the location of a database that a statement has created.
    *
    * @param location
    *   as the statement gives it; a relative one is in the warehouse
    * @param ifNotExists
    *   whether the database may have been there, perhaps in another place
    */
  def rememberDatabase(name: String, location: Option[String], ifNotExists: Boolean): Unit =
    if (directory(name).isEmpty && !ifNotExists)
      databases.created(
        session.metastore,
        name,
        location.fold(inWarehouse(name.toLowerCase(ROOT)))(at => inWarehouse(Tables.path(at)))
      )

  /** The location of a database is that which the catalog returns next: a statement may change it. */
  def databaseChanged(name: String): Unit = databases.changed(session.metastore, name)

  /** Forgets a database of a catalog, with all its tables and views. */
  def forgetDatabase(catalog: String, name: Seq[String]): Unit = {
    session.tables.forgetAll(catalog, name)
    if (catalog == SeenTables.sessionCatalog) name.lastOption.foreach(databases.dropped(session.metastore, _))
  }

  /** The location of a database: one without a scheme is in the file system of the warehouse, a relative one below the
    * warehouse (`CatalogUtils.makeQualifiedDBObjectPath`).
    */
  def inWarehouse(location: URI): URI = new Path(warehouse, new Path(location)).toUri

  /** The location of a database in the warehouse. The default database is the warehouse itself. */
  private def inWarehouse(database: String): URI = {
    val at = if (database == Tables.defaultDatabase) warehouse else new Path(warehouse, s"$database.db")
    at.toUri
  }

  private def warehouse: Path = new Path(session.warehouse.getOrElse("spark-warehouse"))

  /** Table and database in the case that the catalog stores, whatever the case in the statement is. */
  private def asStored(name: TableIdentifier): TableIdentifier =
    if (session.isCaseSensitive) name
    else TableIdentifier(name.table.toLowerCase(ROOT), name.database.map(_.toLowerCase(ROOT)))

  private def symlink(table: TableIdentifier): Symlink =
    session.glue.filter(_.hive).map(_.symlink(Tables.database(table), table.table))
      .getOrElse(Symlink(inSessionCatalog(table), Symlink.Kind.Table))

  private def catalog: Option[String] =
    if (BigLakeMetastore.isMetastore(session)) Some(BigLakeMetastore.namespace)
    else session.metastore.map(Tables.hiveNamespace)

  /** The catalog facet. An embedded metastore has no address. */
  private def hive: Option[Catalog] =
    if (BigLakeMetastore.isMetastore(session)) BigLakeMetastore.catalog(session)
    else if (catalog.isEmpty && !session.hasHiveSupport) None
    else Some(Catalog("hive", "hive", "default", catalog, session.warehouse.map(Tables.ofWarehouse)))

  private def qualified(table: TableIdentifier): String = {
    val name = asStored(table)
    s"${Tables.database(name)}.${name.table}"
  }
}

object Tables {
  private val defaultDatabase = "default"

  def database(table: TableIdentifier): String = table.database.getOrElse(defaultDatabase)

  private def identifier(table: TableIdentifier): Identifier =
    Identifier.of(Array(database(table)), table.table)

  private def besideWithName(location: URI, name: String): URI =
    new Path(new Path(location).getParent, name).toUri

  /** The namespace of a metastore in the form of the naming spec: `hive://host:9083` for
    * `thrift://host:9083`. Of several addresses the first counts.
    */
  def hiveNamespace(metastore: String): String = {
    val first = Try(new URI(metastore.split(',')(0).trim)).toOption
    s"hive://${first.flatMap(uri => Option(uri.getAuthority)).getOrElse("localhost")}"
  }

  /** The namespace of the tables in a warehouse: `file:/data/warehouse`, `s3://lake/warehouse`. */
  def namespace(warehouse: URI): String = Locations.of(warehouse) match {
    case DatasetId("file", path) => s"file:$path"
    case DatasetId(namespace, "/") => namespace
    case DatasetId(namespace, path) => s"$namespace/${path.stripPrefix("/")}"
  }

  /** The last warehouse, and the namespace of its tables: it was a third of what was allocated to name a table. */
  @volatile private var lastWarehouse = ("", "")

  private def ofWarehouse(path: String): String = {
    val (known, name) = lastWarehouse
    if (known == path) name
    else {
      val found = namespace(Tables.path(path))
      lastWarehouse = (path, found)
      found
    }
  }

  /** The location that a path in a statement, a setting or a table stands for. It is no URI: `#`, `?` and `%20` are parts of
    * the names of folders.
    */
  def path(text: String): URI = new Path(text).toUri
}
