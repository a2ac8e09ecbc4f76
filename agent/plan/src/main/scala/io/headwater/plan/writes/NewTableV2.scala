package io.headwater.plan.writes

import java.net.URI
import java.util.Locale.ROOT

import org.apache.hadoop.fs.Path
import org.apache.spark.SPARK_VERSION
import org.apache.spark.sql.catalyst.plans.logical.{
  LogicalPlan,
  ReplaceTable,
  ReplaceTableAsSelect,
  V2CreateTablePlan
}

import io.headwater.model.Dataset
import io.headwater.plan.naming.{
  NamedDataset,
  NonSessionCatalog,
  PathIdentifiers,
  PlannedTable,
  ResolvedName,
  ResolvedNameOf,
  TableNames,
  Tables
}
import io.headwater.plan.session.SeenTables
import io.headwater.plan.tables.TableFormats
import io.headwater.plan.walk.RuleContext
import io.headwater.util.{Accessors, Attempts}

/** A table that a statement in a V2 catalog creates or replaces, and its dataset as far as the statement shows it. */
private[writes] final class NewTableV2(
    context: RuleContext,
    name: ResolvedName,
    provider: Option[String],
    location: Option[URI],
    replaces: Boolean = false,
    comment: Option[String] = None
) {
  val table: PlannedTable =
    name.planned.copy(provider = provider.map(_.toLowerCase(ROOT)), location = location, replaces = replaces)

  /** The dataset of a table that a query fills. If the catalog chooses the place of the table, a write inside the statement
    * shows it, from Spark 3.5 on.
    */
  def written: Option[NamedDataset] = {
    val found = planned
    if (NewTableV2.hasInnerWrite || found.exists(_.sameAsRead)) found
    else if (found.isEmpty) Some(byName)
    else {
      context.gap("sink", UnseenTables.unknownNewLocation)
      found
    }
  }

  /** None if the location is not known yet. */
  lazy val planned: Option[NamedDataset] = {
    val planned =
      if (table.replaces && TableFormats.keepsLocation(table)) replaced
      else TableFormats.planned(table, context.session)
    planned.map(NamedDataset(_, sameAsRead = true)).orElse(default)
      .map(n => n.copy(dataset = n.dataset.copy(comment = n.dataset.comment.orElse(comment))))
  }

  /** A table that stays where it lies. If it is not known whether there is one, it is as a new table. */
  private def replaced: Option[Dataset] = {
    val session = context.session
    def inCatalog =
      if (table.catalogName != SeenTables.sessionCatalog) None
      else ExistingTables.location(context, TableNames.of(table.identifier))
    session.tables.dataset(table.catalogName, table.identifier) match {
      case Some(seen) =>
        val created =
          TableFormats.planned(table, session).getOrElse(seen.copy(version = None, comment = None))
        Some(created.copy(id = seen.id, symlinks = seen.symlinks))
      case None => TableFormats.planned(table.copy(location = inCatalog), session)
    }
  }

  /** The dataset of a table in the session catalog, or in a catalog of an unknown library. That library may give the table
    * another name, by the table's properties or its class, once there is a table.
    */
  private def default: Option[NamedDataset] =
    if (TableFormats.choosesLocation(table, context.session)) None
    else if (isInFolderOfDatabase) {
      val name = TableNames.of(table.identifier)
      Some(NamedDataset(new Tables(context.session).planned(name, table.location), sameAsRead = true))
    } else if (TableFormats.ownsCatalog(table.catalog)) None
    else Some(NamedDataset(inCatalog, sameAsRead = false))

  /** Whether the session catalog would give the table a folder for its rows. */
  private def isInFolderOfDatabase: Boolean = table.catalogName == SeenTables.sessionCatalog &&
    provider.forall(FileProviders.contains) && !NonSessionCatalog.isUnity(table.catalog)

  /** The dataset of a table whose location its catalog will choose, if no write follows that would show the location. */
  def byName: NamedDataset = {
    context.gap("sink", UnseenTables.unknownNewLocation)
    UnseenTables.datasetByName(context, table).getOrElse(NamedDataset(inCatalog, sameAsRead = false))
  }

  private def inCatalog: Dataset =
    PathIdentifiers.dataset(table.catalogName, table.identifier, context.session)
}

private[writes] object NewTableV2 {

  /** Whether `CREATE TABLE … AS SELECT` runs a query of its own that writes the rows: from Spark 3.5 on. */
  private lazy val hasInnerWrite = Attempts.caught(
    Class.forName("org.apache.spark.sql.execution.datasources.v2.V2CreateTableAsSelectBaseExec")
  ).isSuccess

  /** The class of `tableSpec` is another one from Spark 3.5 on. `DataFrameWriterV2` has location and comment among the
    * properties only, where Spark leaves a location as it is written.
    */
  def of(context: RuleContext, c: V2CreateTablePlan): Option[NewTableV2] = {
    val spec = new Accessors(new Accessors(c).value[AnyRef]("tableSpec"))
    def option(name: String) = spec.value[Option[String]](name)
    def property(name: String) = spec.value[Map[String, String]]("properties").get(name)
    val location =
      option("location").map(qualified(context, _)).orElse(property("location").map(Tables.path))
    val replaces = c match {
      case _: ReplaceTable | _: ReplaceTableAsSelect => location.isEmpty
      case _ => false
    }
    val comment = option("comment").orElse(property("comment"))
    named(context, new Accessors(c))
      .map(new NewTableV2(context, _, option("provider"), location, replaces, comment))
  }

  /** The table of `CREATE TABLE … LIKE`. */
  def like(context: RuleContext, c: Accessors): Option[NewTableV2] = {
    val location = c.value[Option[String]]("location").map(qualified(context, _))
    named(context, c).map(new NewTableV2(context, _, c.value[Option[String]]("provider"), location))
  }

  /** The location as Spark passes it to the catalog, which completes a relative one. */
  private def qualified(context: RuleContext, location: String): URI = {
    val path = Tables.path(location)
    if (isInWarehouse(SPARK_VERSION)) new Tables(context.session).inWarehouse(path)
    else if (new Path(path).isAbsolute) context.session.qualified(path)
    else path
  }

  /** Whether a location without a scheme is taken for one in the file system of the warehouse: before Spark 3.5.3. */
  private[writes] def isInWarehouse(version: String): Boolean =
    version.matches("3\\.([0-4]\\..*|5\\.[0-2](\\D.*)?)")

  /** Each command has a name; what they have in common has it from Spark 3.4 on. */
  private def named(context: RuleContext, command: Accessors): Option[ResolvedName] = {
    val name = Some(command.value[LogicalPlan]("name")).collect { case ResolvedNameOf(name) => name }
    if (name.isEmpty) context.gap("sink", "the new table's name is not resolved")
    name
  }
}
