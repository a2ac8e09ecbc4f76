package io.headwater.plan.tables

import java.time.Instant

import org.apache.hadoop.fs.Path
import org.apache.spark.sql.catalyst.TableIdentifier
import org.apache.spark.sql.catalyst.catalog.CatalogTable
import org.apache.spark.sql.catalyst.plans.logical.V2WriteCommand
import org.apache.spark.sql.connector.catalog.{Identifier, TableCatalog}

import io.headwater.model.{Catalog, Dataset, Field, QueryTime, Storage}
import io.headwater.plan.naming.{
  Hierarchy,
  Locations,
  NonSessionCatalog,
  PlannedTable,
  Schemas,
  TableFormat,
  TableNames,
  TableV2,
  Tables
}
import io.headwater.plan.session.{SeenTables, SessionContext}
import io.headwater.util.{Accessors, Attempts, ClassNames}

/** Delta tables. A table is named by its location; a table of a catalog has its name there as a symlink. */
object DeltaTables extends TableFormat {
  val storage: Option[Storage] = Some(Storage("delta", "parquet"))

  def dataset(table: TableV2, session: SessionContext): Option[Dataset] =
    if (isTable(table)) Some(ofTable(table.table, session))
    else if (isStaged(table)) staged(table, session)
    else DeltaConnectorTables.dataset(table.table, session)

  /** The table that a `CREATE TABLE AS SELECT` inserts into. It does not exist yet, so its dataset is the
    * one that the statement has given, or lies where Unity Catalog has chosen.
    */
  private def staged(table: TableV2, session: SessionContext): Option[Dataset] =
    for (
      c <- table.catalog; name <- table.identifier;
      dataset <- session.tables.dataset(c, name).orElse(chosen(table, c, name, session))
    ) yield dataset

  private def chosen(table: TableV2, in: String, name: Identifier, session: SessionContext): Option[Dataset] =
    for (
      location <- Option(table.table.properties.get(TableCatalog.PROP_LOCATION));
      catalog <- Some(new NonSessionCatalog(in, session)) if catalog.isOther
    ) yield inCatalog(catalog.dataset(name, Some(Tables.path(location))), catalog)

  /** The dataset of a `DeltaTableV2`, or of a table of Delta's other connector. */
  def ofTable(table: AnyRef, session: SessionContext): Dataset =
    DeltaConnectorTables.dataset(table, session).getOrElse(ofTableV2(table, session))

  private def ofTableV2(table: AnyRef, session: SessionContext): Dataset = {
    val accessors = new Accessors(table)
    of(accessors.value[Option[CatalogTable]]("catalogTable"), accessors.value[Path]("path"), session)
      .copy(version = if (isReadAnew(accessors, session)) None else snapshotOf(accessors).version)
  }

  /** Whether a stream reads the latest version of the table in each of its batches. */
  private def isReadAnew(table: Accessors, session: SessionContext): Boolean =
    session.streamingQueryId.isDefined && table.ifPresent[Option[AnyRef]]("timeTravelOpt").flatten.isEmpty

  /** The dataset of a table, by its entry in the catalog or by its path alone. */
  def of(entry: Option[CatalogTable], path: Path, session: SessionContext): Dataset = entry match {
    case Some(table) =>
      val dataset = new Tables(session).dataset(table)
      NonSessionCatalog.of(table.identifier, session)
        .fold(inCatalog(dataset, table.identifier))(inCatalog(dataset, _))
    case None => Dataset(Locations.of(session.qualified(path.toUri)), storage = storage)
  }

  /** Spark moves the folder of a managed table. */
  override def renamed(table: TableV2, to: Identifier, session: SessionContext): Option[Dataset] =
    for (
      before <- dataset(table, session);
      entry <- entry(table.table)
    ) yield {
      val name = TableNames.of(to)
      val after = new Tables(session).renamed(entry.identifier, name)
      before.copy(
        id = after.id,
        symlinks = after.symlinks,
        hierarchy = Hierarchy.renamed(before.hierarchy, to.namespace.toVector :+ to.name)
      )
    }

  private def entry(table: AnyRef): Option[CatalogTable] =
    if (DeltaConnectorTables.isTable(table)) DeltaConnectorTables.entry(table)
    else new Accessors(table).value[Option[CatalogTable]]("catalogTable")

  def committedVersion(table: TableV2, session: SessionContext, time: QueryTime): Option[String] =
    if (isTable(table)) committedVersion(new Accessors(table.table), session, time) else None

  /** The version that a query has committed to the table of a `DeltaTableV2`, of an index of its files or of a command. */
  def committedVersion(holder: Accessors, session: SessionContext, time: QueryTime): Option[String] =
    committed(snapshotOfLog(holder.value[AnyRef]("deltaLog")), session, time)

  /** Delta keeps the logs of the tables that it has used in a cache. The log of a table that it has just committed to
    * is there.
    */
  override def createdVersion(
      table: PlannedTable,
      created: Dataset,
      session: SessionContext,
      time: QueryTime
  ): Option[String] =
    if (!ownsCatalog(table.catalog)) None else committed(table.catalog, created, session, time)

  /** The version that a query has committed to a table, by the cached log of the table.
    *
    * @param delta
    *   an object of Delta
    */
  def committed(
      delta: AnyRef,
      table: Dataset,
      session: SessionContext,
      time: QueryTime
  ): Option[String] =
    cached(delta, table).flatMap(committed(_, session, time))

  private def committed(
      snapshot: DeltaSnapshot,
      session: SessionContext,
      time: QueryTime
  ): Option[String] =
    snapshot.committed(time).filter(session.tables.commits.accept(snapshot.tableId, _, time))

  /** The newest snapshot in the cached log of a table. None, too, if a platform's own Delta has no such cache. */
  def cached(delta: AnyRef, table: Dataset): Option[DeltaSnapshot] = Attempts.nonFatal(
    DeltaLogs.find(delta.getClass.getClassLoader, table.id).map(snapshotOfLog)
  ).toOption.flatten

  /** The columns of a table, by its cached log; none if there is no log. */
  def columns(delta: AnyRef, table: Dataset): Vector[Field] =
    cached(delta, table).fold(Vector.empty[Field])(snapshot => Schemas.fields(snapshot.schema))

  override def createdColumns(table: PlannedTable, created: Dataset): Vector[Field] =
    if (ownsCatalog(table.catalog)) columns(table.catalog, created) else Vector.empty

  override def creation(table: PlannedTable, created: Dataset, session: SessionContext): Option[Instant] =
    if (knowsCreation(table, session)) creation(table.catalog, created) else None

  /** When a table was created, by its cached log.
    *
    * @param delta
    *   an object of Delta
    */
  def creation(delta: AnyRef, table: Dataset): Option[Instant] = cached(delta, table).flatMap(_.creation)

  override def knowsCreation(table: PlannedTable, session: SessionContext): Boolean =
    ownsCatalog(table.catalog)

  /** The newest snapshot of a `DeltaLog`. */
  def snapshotOfLog(log: AnyRef): DeltaSnapshot = {
    val fields = new Accessors(log)
    new DeltaSnapshot(newest(fields).getOrElse(fields.value[AnyRef]("unsafeVolatileSnapshot")))
  }

  /** The newest snapshot that a `DeltaLog` has read, if this Delta tells it. Delta before 2.2 has another name for it. */
  def newest(log: Accessors): Option[AnyRef] =
    log.ifPresent[AnyRef]("unsafeVolatileSnapshot").orElse(log.ifPresent[AnyRef]("snapshot"))

  /** The table that a statement names by a path or by its name in the session catalog. A name without a path is that of
    * a table which an earlier plan has shown.
    */
  def named(name: TableIdentifier, session: SessionContext): Option[Dataset] = {
    val identifier =
      Identifier.of(Array(name.database.getOrElse(session.current().database)), name.table)
    if (isPath(identifier)) Some(of(None, new Path(name.table), session))
    else session.tables.dataset(SeenTables.sessionCatalog, identifier)
  }

  override def generatedColumns(table: TableV2): Map[String, String] =
    if (isTable(table)) snapshotOf(new Accessors(table.table)).generatedColumns else Map.empty

  /** A batch that Delta has written already, by its number, is not written again. */
  override def mayBeRepeated(options: Map[String, String], session: SessionContext): Boolean = {
    def isGiven(name: String) =
      options.keys.exists(_.equalsIgnoreCase(name)) ||
        session.setting(s"spark.databricks.delta.write.$name").isDefined
    isGiven("txnAppId") && isGiven("txnVersion")
  }

  override def replacesRows(command: V2WriteCommand): Boolean =
    ClassNames.simple(command) == "DeltaDynamicPartitionOverwriteCommand"

  override def countsChanges(command: V2WriteCommand, options: Map[String, String], table: TableV2): Boolean =
    isTable(table) && DeltaChangeRows.replacesByCondition(command, options) &&
      snapshotOf(new Accessors(table.table)).hasChangeFeed

  override def countsChanges(options: Map[String, String], table: PlannedTable, created: Dataset): Boolean =
    ownsCatalog(table.catalog) && DeltaChangeRows.mayCount(options, cached(table.catalog, created))

  /** Delta 2, for Spark 3.3 and 3.4, has another name for it. */
  private def snapshotOf(table: Accessors): DeltaSnapshot =
    new DeltaSnapshot(table.ifPresent[AnyRef]("initialSnapshot").getOrElse(table.value[AnyRef]("snapshot")))

  private def isTable(table: TableV2): Boolean =
    DeltaClasses.isA(table.table, "catalog.DeltaTableV2")

  private def isStaged(table: TableV2): Boolean =
    ClassNames.ancestors(table.table.getClass).exists(_.getName.endsWith("Catalog$StagedDeltaTableV2"))

  def ownsCatalog(catalog: AnyRef): Boolean = DeltaClasses.isA(catalog, "catalog.DeltaCatalog")

  override def keepsLocation(table: PlannedTable): Boolean = isOwn(table) && !isPath(table.identifier)

  private def isOwn(table: PlannedTable): Boolean =
    ownsCatalog(table.catalog) && table.provider.contains("delta")

  def planned(table: PlannedTable, session: SessionContext): Option[Dataset] =
    if (!isOwn(table)) None
    else if (isPath(table.identifier))
      Some(of(None, new Path(table.identifier.name), session))
    else {
      val name = TableNames.of(table.identifier)
      val planned = new Tables(session).planned(name, table.location)
      Some(inCatalog(planned, name))
    }

  private def inCatalog(dataset: Dataset, name: TableIdentifier): Dataset = inCatalog(
    dataset,
    Catalog("delta", "delta", TableNames.catalog(name).getOrElse(SeenTables.sessionCatalog))
  )

  /** A table of Delta in another catalog than the session catalog. */
  def inCatalog(dataset: Dataset, catalog: NonSessionCatalog): Dataset =
    inCatalog(dataset, catalog.facet("delta").getOrElse(Catalog("delta", "delta", catalog.name)))

  private def inCatalog(dataset: Dataset, catalog: Catalog): Dataset =
    dataset.copy(schema = Vector.empty, catalog = Some(catalog), storage = storage)

  /** Whether the identifier is a path: delta.`/data/t`, in any case of letters. */
  private def isPath(identifier: Identifier): Boolean =
    identifier.namespace.length == 1 && identifier.namespace.head.equalsIgnoreCase("delta") &&
      identifier.name.contains("/")
}
