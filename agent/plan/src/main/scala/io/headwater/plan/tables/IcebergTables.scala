package io.headwater.plan.tables

import java.net.URI
import java.time.Instant
import java.util.{Map => JavaMap}

import scala.util.Try

import org.apache.spark.sql.connector.catalog.{Identifier, Table}
import org.apache.spark.sql.types.StructType

import io.headwater.model.{Dataset, DatasetId, DatasetKind, QueryTime, Storage}
import io.headwater.plan.naming.{
  Hierarchy,
  Locations,
  NamedDataset,
  PlannedTable,
  Schemas,
  TableFormat,
  TableV2,
  Tables
}
import io.headwater.plan.session.SessionContext
import io.headwater.util.{Accessors, Attempts, ClassNames}

/** Iceberg tables, named by their location. All properties come from the table in the plan; its catalog is
  * not called.
  */
object IcebergTables extends TableFormat {
  private val sparkPackage = "org.apache.iceberg.spark."
  private val metadataTables =
    Set(
      "org.apache.iceberg.BaseMetadataTable",
      "org.apache.iceberg.SerializableTable$SerializableMetadataTable"
    )

  /** The catalogs that Iceberg uses for rewrites. A table has a random name there. Spark 4.1 has another
    * catalog than the versions before.
    */
  val rewriteCatalogs: Set[String] = Set("default_cache_iceberg", "default_rewrite_catalog")

  def dataset(table: TableV2, session: SessionContext): Option[Dataset] =
    if (isTable(table) || isRewritten(table)) Some(ofTable(table, session))
    else if (isChangelog(table)) Some(ofChangelog(table, session))
    else None

  private def ofTable(table: TableV2, session: SessionContext): Dataset =
    ofTable(table, ownName => name(table, ownName, session), session)

  /** @param name the catalog and the identifier of a table that has a name of its own */
  private def ofTable(
      table: TableV2,
      name: String => Option[(String, Identifier)],
      session: SessionContext
  ): Dataset = {
    val sparkTable = new Accessors(table.table)
    val iceberg = sparkTable.value[AnyRef]("table")
    val properties = table.table.properties
    val unnamed = Dataset(
      id = rowsId(iceberg),
      storage = Some(Storage("iceberg", properties.getOrDefault("format", "").stripPrefix("iceberg/"))),
      version = if (isTable(table)) version(sparkTable, iceberg, table, session) else None,
      comment = Option(properties.get("comment"))
    )
    withName(unnamed, name(new Accessors(iceberg).value[String]("name")), iceberg, session)
  }

  /** The rows of `db.t.changes` are rows of the table, as with Delta's change data feed. The range of snapshots is an option
    * of the scan, so the version is not known.
    */
  private def ofChangelog(table: TableV2, session: SessionContext): Dataset = {
    val fields = new Accessors(table.table)
    val inner =
      Try(fields.field[AnyRef]("icebergTable")).getOrElse(fields.field[AnyRef]("table")) // for Spark 4.1 on
    val iceberg = new Accessors(inner)
    val properties = iceberg.value[JavaMap[String, String]]("properties")
    val unnamed = Dataset(
      id = id(iceberg.value[String]("location")),
      storage = Some(Storage("iceberg", properties.getOrDefault("write.format.default", "parquet"))),
      comment = Option(properties.get("comment"))
    )
    withName(unnamed, name(table, iceberg.value[String]("name"), session), inner, session)
  }

  /** The table that a partition of a scan belongs to, with the columns that the scan reads; `None` if it is not of Iceberg.
    * The name of the table begins with its catalog. The session must have the settings of this catalog.
    */
  def ofPartition(partition: AnyRef, session: SessionContext): Option[Dataset] =
    if (!ClassNames.isA(partition, s"${sparkPackage}source.SparkInputPartition")) None
    else {
      val scan = new Accessors(partition)
      val table = scan.value[AnyRef]("table")
      val columns = scan.ifPresent[AnyRef]("expectedSchema").getOrElse(scan.value[AnyRef]("projection"))
      val iceberg = new Accessors(table)
      val properties = iceberg.value[JavaMap[String, String]]("properties")
      val unnamed = Dataset(
        id = rowsId(table),
        schema = Schemas.fields(sparkSchema(columns)),
        storage = Some(Storage("iceberg", properties.getOrDefault("write.format.default", "parquet"))),
        comment = Option(properties.get("comment"))
      )
      val name = split(iceberg.value[String]("name")).filter(n => IcebergCatalogs.isConfigured(n._1, session))
      Some(withName(unnamed, name, table, session))
    }

  /** The columns of a table by Iceberg itself; `None` if they cannot be read. */
  def schema(table: Table): Option[StructType] =
    Try(
      sparkSchema(new Accessors(new Accessors(table).value[AnyRef]("table")).value[AnyRef]("schema"))
    ).toOption

  /** Iceberg's own conversion. */
  private def sparkSchema(schema: AnyRef): StructType = {
    val convert = schema.getClass.getClassLoader.loadClass(s"${sparkPackage}SparkSchemaUtil")
      .getMethod("convert", schema.getClass)
    convert.invoke(None.orNull, schema).asInstanceOf[StructType]
  }

  def committedVersion(table: TableV2, session: SessionContext, time: QueryTime): Option[String] =
    if (isTable(table)) IcebergCommits.afterWrite(table.table, session, time) else None

  override def alteredVersion(table: TableV2, session: SessionContext, time: QueryTime): Option[String] =
    if (isTable(table)) IcebergCommits.afterChange(table.table, session, time) else None

  /** The location stays. The table itself still has its old name; a service that names its tables gives it the new one. */
  override def renamed(table: TableV2, to: Identifier, session: SessionContext): Option[Dataset] =
    if (isTable(table) || isRewritten(table)) Some(ofTable(table, _ => table.catalog.map(_ -> to), session))
    else dataset(table, session)

  def ownsCatalog(catalog: AnyRef): Boolean = IcebergCatalogs.isOwn(catalog)

  def planned(table: PlannedTable, session: SessionContext): Option[Dataset] =
    if (!isCatalog(table)) None
    else {
      val catalog = new IcebergCatalog(table.catalogName, session)
      val location = table.location.orElse(newLocation(table, catalog))
      location.flatMap(at => catalog.named(table.identifier, Some(Locations.of(at)))).map {
        case (id, symlinks) =>
          Dataset(
            id = id,
            symlinks = symlinks,
            catalog = catalog.facet,
            storage = Some(Storage("iceberg", "parquet")),
            hierarchy = Hierarchy.of(table.catalogName, table.identifier)
          )
      }
    }

  /** Where a table will lie whose statement names no location. A table that may be there already, perhaps with a location of
    * its own, is there by its name only in a `hadoop` catalog.
    */
  private def newLocation(table: PlannedTable, catalog: IcebergCatalog): Option[URI] =
    if (table.replaces && catalog.kind != "hadoop") None else catalog.location(table.identifier)

  override def keepsLocation(table: PlannedTable): Boolean = isCatalog(table)

  override def choosesLocation(table: PlannedTable, session: SessionContext): Boolean =
    isCatalog(table) && !new IcebergCatalog(table.catalogName, session).usesFoldersOfDatabases

  override def creation(table: PlannedTable, created: Dataset, session: SessionContext): Option[Instant] =
    if (isOwnCatalog(table)) IcebergCache.creation(table.catalog, table.identifier) else None

  override def knowsCreation(table: PlannedTable, session: SessionContext): Boolean =
    isOwnCatalog(table) &&
      !session.catalogSetting(table.catalogName, "cache-enabled").exists(_.equalsIgnoreCase("false"))

  /** The name of a table is also its location only in a `hadoop` catalog. A service may name tables itself. */
  override def datasetByName(table: PlannedTable, session: SessionContext): Option[NamedDataset] =
    if (!isCatalog(table)) None
    else {
      val catalog = new IcebergCatalog(table.catalogName, session)
      if (catalog.kind == "hadoop")
        planned(table, session).map(t => NamedDataset(t.copy(storage = None), sameAsRead = true))
      else
        catalog.symlink(table.identifier).map(s =>
          NamedDataset(
            Dataset(
              s.id,
              catalog = catalog.facet,
              kind = if (catalog.hasOwnNames) Some(DatasetKind.Table) else None
            ),
            sameAsRead = catalog.hasOwnNames
          )
        )
    }

  /** Whether the table is an Iceberg table. */
  private def isCatalog(table: PlannedTable): Boolean = isOwnCatalog(table) ||
    (IcebergCatalogs.isIcebergByDefault(table.catalog) && table.provider.forall(_ == "iceberg"))

  /** Whether it is one in a catalog of Iceberg itself, whose session catalog also has tables of other formats. */
  private def isOwnCatalog(table: PlannedTable): Boolean = ownsCatalog(table.catalog) ||
    (IcebergCatalogs.isSession(table.catalog) && table.provider.contains("iceberg"))

  /** The dataset with its name in the catalog, if it has one. A table that is read by its path has no such name.
    *
    * @param unnamed
    *   the dataset by its location
    */
  private def withName(
      unnamed: Dataset,
      name: Option[(String, Identifier)],
      iceberg: AnyRef,
      session: SessionContext
  ): Dataset = name.fold(unnamed) { case (in, identifier) =>
    val catalog = new IcebergCatalog(in, session)
    val levels = Hierarchy.of(in, identifier)
    val (id, symlinks) = catalog.named(identifier, Some(unnamed.id)).getOrElse(unnamed.id -> Vector.empty)
    unnamed.copy(
      id = id,
      symlinks = symlinks,
      catalog = catalog.facet,
      hierarchy = if (metadataPart(iceberg).isEmpty) levels else Hierarchy.ofMetadataTable(levels)
    )
  }

  /** Catalog and identifier of a table, by the name that the table has itself. In the plan its name can end
    * with a selector (`db.t.snapshot_id_1`) and is random in a rewrite; a stream that reads or writes with
    * `format("iceberg")` has none there.
    */
  private def name(
      table: TableV2,
      ownName: String,
      session: SessionContext
  ): Option[(String, Identifier)] = {
    val planned = for (catalog <- table.catalog; identifier <- table.identifier) yield catalog -> identifier
    planned.filterNot(n => isPath(n._2)) match {
      case Some((catalog, identifier)) =>
        split(ownName).filter(_._1 == catalog || rewriteCatalogs(catalog))
          .orElse(if (rewriteCatalogs(catalog)) None else Some(catalog -> identifier))
      case None if table.identifier.isEmpty =>
        split(ownName).filter(n => IcebergCatalogs.isConfigured(n._1, session))
      case None => None
    }
  }

  private def split(ownName: String): Option[(String, Identifier)] = ownName.split('.').toVector match {
    case catalog +: namespace :+ table if namespace.nonEmpty && !ownName.contains('/') =>
      Some(catalog -> Identifier.of(namespace.toArray, table))
    case _ => None
  }

  private def isPath(identifier: Identifier): Boolean =
    ClassNames.isA(identifier, s"${sparkPackage}PathIdentifier")

  /** The name of a metadata table, `snapshots` of `db.t.snapshots` or of `/data/t#snapshots`. Its rows are no rows of the
    * table.
    */
  private def metadataPart(iceberg: AnyRef): Option[String] =
    if (!metadataTables.exists(ClassNames.isA(iceberg, _))) None
    else new Accessors(iceberg).value[String]("name").split("[.#]").lastOption

  /** The snapshot that a query reads: that of `VERSION AS OF`, of the branch, or of the options of the read, or the
    * current one when the query started. Which one `as-of-timestamp` means is not known, nor which ones the batches of a
    * stream read, if no snapshot is named: a branch grows.
    */
  private def version(
      sparkTable: Accessors,
      iceberg: AnyRef,
      table: TableV2,
      session: SessionContext
  ): Option[String] = Attempts.nonFatal { // the dataset is right without its version
    def option(name: String) = Option(table.options.get(name))
    val snapshots = new IcebergSnapshots(iceberg, session.started)
    def named(ref: Option[String]) = ref.flatMap(snapshots.of)
    def moving[A](version: => Option[A]) = if (session.streamingQueryId.isEmpty) version else None
    // for Spark 4.1 on, the table also has the id of the snapshot at the analysis; the query may read a later one
    def isNamed = Try(sparkTable.field[AnyRef]("timeTravel")).toOption.forall(Option(_).isDefined)
    IcebergCommits.snapshotId(sparkTable).filter(_ => isNamed).map(_.toString)
      .orElse(named(moving(IcebergCommits.branch(sparkTable))))
      .orElse(option("snapshot-id")).orElse(option("end-snapshot-id"))
      .orElse(named(moving(option("branch")).orElse(option("tag"))))
      .orElse(
        if (option("as-of-timestamp").isDefined) None
        else moving(named(WriteAuditPublish.of(iceberg, session).branch).orElse(snapshots.current))
      )
  }.toOption.flatten

  private def isTable(table: TableV2): Boolean =
    ClassNames.isA(table.table, s"${sparkPackage}source.SparkTable")

  /** Whether the table has the changes of a table, `db.t.changes`. */
  private def isChangelog(table: TableV2): Boolean =
    ClassNames.isA(table.table, s"${sparkPackage}source.SparkChangelogTable")

  /** Whether the table is the one that a rewrite reads on Spark 4.1: some files of a table, without a
    * version.
    */
  private def isRewritten(table: TableV2): Boolean =
    ClassNames.isA(table.table, s"${sparkPackage}source.SparkRewriteTable")

  /** The dataset of a table, or of the rows of a metadata table. */
  private def rowsId(iceberg: AnyRef): DatasetId = {
    val location = id(new Accessors(iceberg).value[String]("location"))
    metadataPart(iceberg).fold(location)(part => location.copy(name = s"${location.name}.$part"))
  }

  private def id(location: String): DatasetId = Locations.of(Tables.path(location))
}
