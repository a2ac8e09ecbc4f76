package io.headwater.plan.naming

import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan
import org.apache.spark.sql.connector.catalog.{CatalogPlugin, Identifier}

import io.headwater.plan.session.SeenTables
import io.headwater.util.{Accessors, ClassNames}

/** A name in a catalog, as an analysed command has it; there may be no table with it. */
final case class ResolvedName(catalog: CatalogPlugin, identifier: Identifier) {
  def inSessionCatalog: Boolean = catalog.name == SeenTables.sessionCatalog

  /** A table with this name, whose format and location are not known. */
  def planned: PlannedTable = PlannedTable(catalog, catalog.name, identifier, None, None)
}

/** Matches a persistent view that a command names, which has a catalog from Spark 3.4 on. */
object ResolvedViewOf {
  def unapply(plan: LogicalPlan): Option[ResolvedName] =
    if (ClassNames.simple(plan) != "ResolvedPersistentView") None
    else Some(ResolvedNameOf.named(plan)(_.value[Identifier]("identifier")))
}

/** Matches the node of a name. Its class is another one in Spark 3.3, so it is matched by name. */
object ResolvedNameOf {
  def unapply(plan: LogicalPlan): Option[ResolvedName] = ClassNames.simple(plan) match {
    case "ResolvedIdentifier" => Some(named(plan)(_.value[Identifier]("identifier")))
    case "ResolvedDBObjectName" =>
      Some(named(plan) { node =>
        val parts = node.value[scala.collection.Seq[String]]("nameParts")
        Identifier.of(parts.init.toArray, parts.last)
      })
    case _ => None
  }

  private[naming] def named(plan: LogicalPlan)(identifier: Accessors => Identifier): ResolvedName = {
    val node = new Accessors(plan)
    ResolvedName(node.value[CatalogPlugin]("catalog"), identifier(node))
  }
}
