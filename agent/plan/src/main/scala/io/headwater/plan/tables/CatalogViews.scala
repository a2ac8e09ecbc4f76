package io.headwater.plan.tables

import scala.collection.mutable

import org.apache.spark.sql.catalyst.TableIdentifier
import org.apache.spark.sql.catalyst.expressions.Alias
import org.apache.spark.sql.catalyst.plans.logical.{
  CTERelationRef,
  LocalRelation,
  LogicalPlan,
  OneRowRelation,
  Project,
  Range,
  SubqueryAlias,
  View
}
import org.apache.spark.sql.connector.catalog.Identifier

import io.headwater.model.{Dataset, DatasetKind}
import io.headwater.plan.naming.{Hierarchy, Identifiers, Tables}
import io.headwater.plan.session.{SeenTables, SessionContext}

/** The names of views in all catalogs, and the views that a plan shows by an alias only. */
object CatalogViews {

  /** The dataset of a view whose definition Spark has. In the session catalog Spark keeps such a view itself, whichever library
    * implements that catalog.
    *
    * @param name
    *   catalog, namespaces and name; the session catalog may be left out
    */
  def dataset(name: Seq[String], session: SessionContext): Dataset =
    if (name.size < 3 || name.head == SeenTables.sessionCatalog)
      new Tables(session).ofView(sessionName(name))
    else inCatalog(name, session)

  /** The dataset of a view that the library of its catalog has replaced by its definition. */
  def replaced(alias: SubqueryAlias, session: SessionContext): Dataset = {
    val full = name(alias)
    if (IcebergCatalogs.isConfigured(full.head, session)) inCatalog(full, session) else dataset(full, session)
  }

  private def sessionName(name: Seq[String]): TableIdentifier =
    TableIdentifier(name.last, name.dropRight(1).lastOption)

  private def inCatalog(name: Seq[String], session: SessionContext): Dataset = {
    val (catalog, view) = (name.head, Identifier.of(name.slice(1, name.size - 1).toArray, name.last))
    if (IcebergCatalogs.isConfigured(catalog, session)) inIceberg(catalog, view, session)
    else asView(Hierarchy.named(catalog, view), catalog, view)
  }

  /** A view in an Iceberg catalog. It is named by its name in the catalog, like a view of the session catalog. */
  def inIceberg(catalog: String, view: Identifier, session: SessionContext): Dataset = {
    val iceberg = new IcebergCatalog(catalog, session)
    val id = iceberg.symlink(view).fold(Identifiers.dataset(catalog, view))(_.id)
    asView(Dataset(id, catalog = iceberg.facet), catalog, view)
  }

  private def asView(dataset: Dataset, catalog: String, view: Identifier): Dataset =
    dataset.copy(kind = Some(DatasetKind.View), hierarchy = Hierarchy.ofView(catalog, view))

  /** The name that a plan gives to a view or to another relation. */
  private def name(alias: SubqueryAlias): Seq[String] = alias.identifier.qualifier :+ alias.identifier.name

  /** Whether the alias stands for a view that the library of its catalog has replaced by its definition, as Iceberg does: the
    * columns of the view, under its full name, over a query of other relations. A table has the same alias, directly over its
    * relation or over what is added to the reading of the relation.
    */
  def isDefinition(alias: SubqueryAlias): Boolean = alias.child match {
    case p: Project if name(alias).size > 2 =>
      p.projectList.forall(_.isInstanceOf[Alias]) && !readsOwnRelation(p.child)
    case _ => false
  }

  /** Whether a relation stands in the plan without an alias of its own. */
  private def readsOwnRelation(plan: LogicalPlan): Boolean = {
    val open = mutable.ArrayBuffer(plan)
    var found = false
    while (open.nonEmpty && !found) open.remove(open.size - 1) match {
      case a: SubqueryAlias if a.identifier.qualifier.nonEmpty => ()
      case _: View | _: CTERelationRef | _: LocalRelation | _: OneRowRelation | _: Range => ()
      case other if other.children.isEmpty => found = true
      case other => open ++= other.children
    }
    found
  }
}
