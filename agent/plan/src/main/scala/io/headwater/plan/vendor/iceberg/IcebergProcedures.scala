package io.headwater.plan.vendor.iceberg

import org.apache.spark.sql.catalyst.expressions.Expression
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan
import org.apache.spark.sql.connector.catalog.CatalogPlugin

import io.headwater.model.Lifecycle
import io.headwater.plan.graph.Scope
import io.headwater.plan.walk.RuleContext
import io.headwater.plan.writes.{UnseenTables, WriteRule}
import io.headwater.util.{Accessors, ClassNames}

/** `CALL` of a procedure. Most have queries, which have the lineage. A procedure that makes another snapshot the current one
  * has none: the table is its output, as that of Delta's `RESTORE`. One that gives files of another table to a table has
  * none either, so its run has a gap.
  */
private[iceberg] object IcebergProcedures {

  /** The procedures whose table gets its rows from files or from another table. */
  private val withoutQuery =
    Set("AddFilesProcedure", "MigrateTableProcedure", "RegisterTableProcedure", "SnapshotTableProcedure")

  /** The procedures that choose the snapshots of a table, their first argument. Only an older snapshot certainly replaces
    * all rows: one that is published, picked or forwarded to may only add some.
    */
  private val ofSnapshots = Map[String, Option[Lifecycle]](
    "RollbackToSnapshotProcedure" -> Some(Lifecycle.Overwrite),
    "RollbackToTimestampProcedure" -> Some(Lifecycle.Overwrite),
    "SetCurrentSnapshotProcedure" -> Some(Lifecycle.Overwrite),
    "CherrypickSnapshotProcedure" -> None,
    "FastForwardBranchProcedure" -> None,
    "PublishChangesProcedure" -> None
  )

  def lineage(context: RuleContext, call: Accessors): Scope = {
    val procedure = unwrapped(call.value[AnyRef]("procedure"))
    val name = ClassNames.simple(procedure)
    ofSnapshots.get(name) match {
      case Some(lifecycle) =>
        table(context, procedure, call.value[Seq[Expression]]("args")) match {
          case Some(table) => table.write(context, lifecycle)
          case None =>
            context.gap("sink", s"the table of $name is not known")
            WriteRule.noOutput(context)
        }
      case None =>
        if (withoutQuery(name)) context.gap("sink", s"$name gives a table files that no query writes")
        WriteRule.noOutput(context)
    }
  }

  private def table(
      context: RuleContext,
      procedure: AnyRef,
      arguments: Seq[Expression]
  ): Option[IcebergName] = {
    val catalog = new Accessors(procedure).field[CatalogPlugin]("tableCatalog").name
    UnseenTables.nameInCall(arguments).map(IcebergName.inCatalog(catalog, _, context.session))
  }

  /** The procedure itself; from Spark 4.0 on, the plan has a node around it. */
  private def unwrapped(of: AnyRef): AnyRef = of match {
    case node: LogicalPlan => unwrapped(new Accessors(node).value[AnyRef]("procedure"))
    case other => other
  }
}
