package io.headwater.plan.vendor.iceberg

import org.apache.spark.sql.connector.catalog.Identifier

import io.headwater.model.{Dataset, Lifecycle}
import io.headwater.plan.graph.Scope
import io.headwater.plan.naming.{Hierarchy, Locations}
import io.headwater.plan.session.{CurrentNamespace, SeenTables, SessionContext}
import io.headwater.plan.tables.IcebergCatalog
import io.headwater.plan.walk.RuleContext
import io.headwater.plan.writes.UnseenTables

/** The table of a statement that has only its name. */
private[iceberg] final case class IcebergName(catalog: String, identifier: Identifier) {

  /** Records a statement that writes no values. If the table is not known, it is no output, and there is a gap. */
  def write(context: RuleContext, lifecycle: Option[Lifecycle]): Scope =
    UnseenTables.write(context, identifier, dataset(context.session), lifecycle)

  /** The table as an earlier plan has shown it. Of a table that no plan has shown, the columns are not known, and only a
    * `hadoop` catalog derives the location from the name.
    */
  def dataset(session: SessionContext): Option[Dataset] =
    session.tables.dataset(catalog, identifier).orElse(unseen(session))

  private def unseen(session: SessionContext): Option[Dataset] = {
    val settings = new IcebergCatalog(catalog, session)
    for {
      (id, symlinks) <- settings.named(identifier, settings.location(identifier).map(Locations.of))
      if settings.kind == "hadoop" || settings.hasOwnNames
    } yield Dataset(
      id = id,
      symlinks = symlinks,
      catalog = settings.facet,
      hierarchy = Hierarchy.of(catalog, identifier)
    )
  }
}

private[iceberg] object IcebergName {

  /** A name in a statement, completed as Iceberg does. */
  def inCurrentCatalog(name: Seq[String], session: SessionContext): IcebergName =
    completed(name, session.current(), session)

  /** A name as the argument of a procedure of a catalog. */
  def inCatalog(catalog: String, name: Seq[String], session: SessionContext): IcebergName =
    completed(name, session.currentIn(catalog), session)

  private def completed(name: Seq[String], within: CurrentNamespace, session: SessionContext): IcebergName = {
    val (catalog, identifier) = within.complete(name, isCatalog(session))
    IcebergName(catalog, identifier)
  }

  private def isCatalog(session: SessionContext)(name: String): Boolean =
    name == SeenTables.sessionCatalog || session.conf(s"spark.sql.catalog.$name").isDefined
}
