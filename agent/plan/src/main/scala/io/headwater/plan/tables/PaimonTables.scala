package io.headwater.plan.tables

import java.net.URI
import java.util.{Map => JavaMap}

import org.apache.spark.sql.catalyst.plans.logical.V2WriteCommand
import org.apache.spark.sql.connector.catalog.{Identifier, StagingTableCatalog, Table}

import io.headwater.model.{Dataset, QueryTime, Storage}
import io.headwater.plan.naming.{
  Hierarchy,
  Locations,
  NamedDataset,
  PlannedTable,
  TableFormat,
  TableV2,
  Tables
}
import io.headwater.plan.session.SessionContext
import io.headwater.util.{Accessors, ClassNames}

/** Paimon tables, named by their location. All properties come from the table in the plan; its catalog is not called. */
object PaimonTables extends TableFormat {
  private val spark = "org.apache.paimon.spark."
  private val catalogClass = s"${spark}SparkCatalog"

  /** Paimon's implementation of Spark's session catalog. */
  private[tables] val sessionCatalogClass = s"${spark}SparkGenericCatalog"

  /** Tables whose rows are rows of the table itself: also its audit log, its binary log and its compacted files. */
  private val withRows = Vector("DataTable", "FormatTable").map("org.apache.paimon.table." + _)
  private val system = "org.apache.paimon.table.system."
  private val binlog = s"${system}BinlogTable"

  /** Tables with the rows of a table and some facts of each row. */
  private val withFacts = Vector("AuditLogTable", "RowTrackingTable").map(system + _) :+ binlog

  /** Tables around the table itself: splits of it that a statement knows already, or what a search has found in it. */
  private val around =
    Set("FullTextSearchTable", "HybridSearchTable", "KnownSplitsTable", "VectorSearchTable")

  def dataset(table: TableV2, session: SessionContext): Option[Dataset] =
    if (!isTable(table.table)) None
    else {
      val paimon = inner(table.table)
      if (withRows.exists(ClassNames.isA(paimon, _))) Some(ofRows(table, paimon, session))
      else for (catalog <- table.catalog; name <- table.identifier; d <- ofMetadata(catalog, name, session))
        yield d
    }

  /** The dataset of a table that only Paimon's own interface shows, `FileStoreTable`. */
  def ofTable(paimon: AnyRef): Dataset = {
    val of = new Accessors(paimon)
    val options = of.value[JavaMap[String, String]]("options")
    Dataset(
      id = Locations.of(Tables.path(of.value[AnyRef]("location").toString)),
      storage = Some(Storage("paimon", options.getOrDefault("file.format", ""))),
      version = Option(options.get("scan.snapshot-id"))
    )
  }

  private def ofRows(table: TableV2, paimon: AnyRef, session: SessionContext): Dataset = {
    val unnamed = ofTable(paimon).copy(comment = Option(table.table.properties.get("comment")))
    table.catalog.zip(table.identifier).headOption.fold(unnamed) { case (in, identifier) =>
      inCatalog(unnamed, new PaimonCatalog(in, session), base(identifier))
    }
  }

  /** The dataset with its name in a catalog. */
  private def inCatalog(dataset: Dataset, catalog: PaimonCatalog, name: Identifier): Dataset = dataset.copy(
    symlinks = catalog.symlink(name).filter(_.id != dataset.id).toVector,
    catalog = Some(catalog.facet),
    hierarchy = Hierarchy.of(catalog.name, name)
  )

  /** A table with facts of another one, `db.t$snapshots`. Its rows are no rows of that table. */
  private def ofMetadata(in: String, name: Identifier, session: SessionContext): Option[Dataset] = {
    val catalog = new PaimonCatalog(in, session)
    val beside = catalog.location(base(name)).map(Locations.of)
      .map(of => of.copy(name = of.name + name.name.stripPrefix(base(name).name)))
    beside.orElse(catalog.symlink(name).map(_.id)).map(id => inCatalog(Dataset(id), catalog, name))
  }

  /** The table itself: the name of a branch or of another view of it follows a `$`, as in `t$branch_b` or `t$audit_log`. */
  private def base(name: Identifier): Identifier =
    Identifier.of(name.namespace, name.name.takeWhile(_ != '$'))

  /** Whether a table has some of [[ownColumns]] beside the columns of the table that it belongs to: the changes of its rows,
    * or its rows with their ids.
    */
  def hasColumnsOfItsOwn(table: Table): Boolean =
    isTable(table) && withFacts.exists(ClassNames.isA(inner(table), _))

  val ownColumns: Set[String] = Set("rowkind", "_ROW_ID", "_SEQUENCE_NUMBER")

  /** Whether each row of a table has the values before and after a change in arrays. */
  def isBinlog(table: Table): Boolean = isTable(table) && ClassNames.isA(inner(table), binlog)

  private def inner(table: Table): AnyRef = unwrapped(new Accessors(table).value[AnyRef]("table"))

  private def unwrapped(paimon: AnyRef): AnyRef =
    if (around(ClassNames.simple(paimon))) unwrapped(new Accessors(paimon).field[AnyRef]("origin"))
    else paimon

  private def isTable(table: Table): Boolean =
    ClassNames.isA(table, s"${spark}SparkTable") || ClassNames.isA(table, s"${spark}PaimonSparkTableBase")

  /** Which snapshot a write commits is known to Paimon's storage only. */
  def committedVersion(table: TableV2, session: SessionContext, time: QueryTime): Option[String] = None

  override def replacesRows(command: V2WriteCommand): Boolean =
    ClassNames.simple(command) == "PaimonDynamicPartitionOverwriteCommand"

  def ownsCatalog(catalog: AnyRef): Boolean = ClassNames.isA(catalog, catalogClass)

  def planned(table: PlannedTable, session: SessionContext): Option[Dataset] =
    if (!isCatalog(table)) None
    else
      named(table.catalogName, table.identifier, session, table.location)
        .map(_.copy(storage = Some(Storage("paimon", ""))))

  /** A table of which only the name is known, and perhaps its location. None if the location is not given and does not follow
    * from the name.
    */
  def named(
      in: String,
      table: Identifier,
      session: SessionContext,
      location: Option[URI] = None
  ): Option[Dataset] = {
    val catalog = new PaimonCatalog(in, session)
    location.orElse(catalog.location(table)).map(at => inCatalog(Dataset(Locations.of(at)), catalog, table))
  }

  /** A table whose location follows from its name moves. */
  override def renamed(table: TableV2, to: Identifier, session: SessionContext): Option[Dataset] = {
    val old = dataset(table, session).map(_.id)
    def at(name: Identifier) =
      table.catalog.flatMap(new PaimonCatalog(_, session).location(name)).map(Locations.of)
    dataset(table.copy(identifier = Some(to)), session).map { d =>
      val moves = old.nonEmpty && table.identifier.flatMap(at) == old
      at(to).filter(_ => moves).fold(d)(id => d.copy(id = id))
    }
  }

  /** Older catalogs drop the table and create it anew, without a location of its own. */
  override def keepsLocation(table: PlannedTable): Boolean =
    isCatalog(table) && table.catalog.isInstanceOf[StagingTableCatalog]

  override def datasetByName(table: PlannedTable, session: SessionContext): Option[NamedDataset] =
    if (!isCatalog(table)) None
    else
      named(table.catalogName, table.identifier, session).map(NamedDataset(_, sameAsRead = true)).orElse {
        val catalog = new PaimonCatalog(table.catalogName, session)
        catalog.symlink(table.identifier)
          .map(s => NamedDataset(Dataset(s.id, catalog = Some(catalog.facet)), sameAsRead = false))
      }

  /** Whether the table is a Paimon table. Paimon's session catalog also has tables of other formats. */
  private def isCatalog(table: PlannedTable): Boolean =
    ownsCatalog(table.catalog) ||
      (ClassNames.isA(table.catalog, sessionCatalogClass) && table.provider.contains("paimon"))
}
