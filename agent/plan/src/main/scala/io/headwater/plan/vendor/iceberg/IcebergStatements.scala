package io.headwater.plan.vendor.iceberg

import org.apache.spark.sql.catalyst.plans.logical.{Command, LogicalPlan}
import org.apache.spark.sql.connector.catalog.Identifier

import io.headwater.model.{Dataset, Lifecycle}
import io.headwater.plan.naming.{Hierarchy, Locations}
import io.headwater.plan.session.SessionContext
import io.headwater.plan.tables.IcebergCatalog
import io.headwater.plan.walk.NodeLineage.Rule
import io.headwater.plan.walk.{NodeLineage, Target}
import io.headwater.plan.writes.WriteRule
import io.headwater.util.{Accessors, ClassNames}

/** The statements that Iceberg adds to SQL. Partition fields, write order, branches and tags change the
  * metadata of a table, not its rows. The statements hold only the name of the table. `CALL` runs a
  * procedure; the lineage comes from the queries of the procedure. A procedure that gives files or snapshots of another
  * table to a table has no query, so its run has a gap.
  */
object IcebergStatements {
  private val logical = "org.apache.spark.sql.catalyst.plans.logical."

  private val alterCommands = Set(
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
    case c: Command if alterCommands(c.getClass.getName) =>
      NodeLineage.leaf { context =>
        val name = new Accessors(c).value[Seq[String]]("table")
        val suffix = Some(name.drop(1).mkString("_"))
        WriteRule.tableCommand(context, table(name, context.session).map(Target(_, suffix)))
      }
    case c if isCall(c) =>
      NodeLineage.leaf { context =>
        val name = procedure(new Accessors(c).value[AnyRef]("procedure"))
        if (withoutQuery(name)) context.gap("sink", s"$name gives a table files that no query writes")
        WriteRule.noOutput(context)
      }
  }

  /** The table of a statement, as an earlier plan has shown it. The first part of the name is the catalog. Of a table
    * that no plan has shown, the columns are not known, and only a `hadoop` catalog derives the location from the name.
    */
  private def table(name: Seq[String], session: SessionContext): Option[Dataset] = name.toList match {
    case in :: (rest @ _ :: _ :: _) =>
      val identifier = Identifier.of(rest.dropRight(1).toArray, rest.last)
      session.tables.dataset(in, identifier).map(_.copy(version =
        None
      )).orElse(unseen(in, identifier, session))
        .map(_.copy(lifecycle = Some(Lifecycle.Alter)))
    case _ => None
  }

  private def unseen(in: String, identifier: Identifier, session: SessionContext): Option[Dataset] = {
    val catalog = new IcebergCatalog(in, session)
    for {
      (id, symlinks) <- catalog.named(identifier, catalog.location(identifier).map(Locations.of))
      if catalog.kind == "hadoop" || catalog.hasOwnNames
    } yield Dataset(
      id = id,
      symlinks = symlinks,
      catalog = Some(catalog.facet),
      hierarchy = Hierarchy.of(in, identifier)
    )
  }

  /** The procedures whose table gets its rows from files or from another table. */
  private val withoutQuery =
    Set("AddFilesProcedure", "MigrateTableProcedure", "RegisterTableProcedure", "SnapshotTableProcedure")

  /** The class of a procedure; from Spark 4.0 on, the plan has a node around it. */
  private def procedure(of: AnyRef): String = of match {
    case node: LogicalPlan => procedure(new Accessors(node).value[AnyRef]("procedure"))
    case other => ClassNames.simple(other)
  }

  private def isCall(plan: LogicalPlan): Boolean = plan.getClass.getName == s"${logical}Call"
}
