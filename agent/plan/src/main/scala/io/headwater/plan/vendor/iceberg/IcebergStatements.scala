package io.headwater.plan.vendor.iceberg

import org.apache.spark.sql.catalyst.plans.logical.{Command, LogicalPlan}
import org.apache.spark.sql.connector.catalog.Identifier

import io.headwater.model.{Dataset, Lifecycle}
import io.headwater.plan.Surroundings
import io.headwater.plan.naming.{Hierarchy, Locations}
import io.headwater.plan.vendor.Accessors
import io.headwater.plan.walk.Reading
import io.headwater.plan.walk.Reading.Rule
import io.headwater.plan.writes.{Target, Writing}

/** The statements that Iceberg adds to SQL: partition fields, write order, branches and tags change what is known of a
  * table, not its rows; they name it by its name alone. `CALL` runs a procedure, whose own queries tell what it does.
  */
object IcebergStatements {
  private val logical = "org.apache.spark.sql.catalyst.plans.logical."

  private val alters = Set(
    "AddPartitionField",
    "CreateOrReplaceBranch",
    "CreateOrReplaceTag",
    "DropBranch",
    "DropIdentifierFields",
    "DropPartitionField",
    "DropTag",
    "ReplacePartitionField",
    "SetIdentifierFields",
    "SetWriteDistributionAndOrdering"
  ).map(logical + _)

  val rule: Rule = {
    case c: Command if alters(c.getClass.getName) =>
      Reading.leaf { site =>
        val name = new Accessors(c).value[Seq[String]]("table")
        val suffix = Some(name.drop(1).mkString("_"))
        Writing.whole(site, table(name, site.surroundings).map(Target(_, suffix)))
      }
    case c if isCall(c) => Reading.leaf(Writing.nothing(_))
  }

  /** The first part is the catalog's name, and only a catalog of files says where its tables lie. */
  private def table(name: Seq[String], surroundings: Surroundings): Option[Dataset] = name.toList match {
    case in :: (rest @ _ :: _ :: _) =>
      val catalog = new IcebergCatalog(in, surroundings)
      val identifier = Identifier.of(rest.dropRight(1).toArray, rest.last)
      for (at <- catalog.location(identifier) if catalog.kind == "hadoop") yield Dataset(
        id = Locations.of(at),
        symlinks = catalog.symlink(identifier).toVector,
        catalog = Some(catalog.facet),
        lifecycle = Some(Lifecycle.Alter),
        hierarchy = Hierarchy.of(in, identifier)
      )
    case _ => None
  }

  private def isCall(plan: LogicalPlan): Boolean = plan.getClass.getName == s"${logical}Call"
}
