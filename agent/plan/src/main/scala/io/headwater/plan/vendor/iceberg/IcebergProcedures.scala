package io.headwater.plan.vendor.iceberg

import org.apache.spark.sql.catalyst.expressions.Expression
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan
import org.apache.spark.sql.connector.catalog.CatalogPlugin

import io.headwater.model.Lifecycle
import io.headwater.plan.graph.Scope
import io.headwater.plan.walk.RuleContext
import io.headwater.plan.writes.Procedures
import io.headwater.util.Accessors

/** `CALL` of a procedure. Most have queries, which have the lineage. A procedure that makes another snapshot the current one
  * has none: the table is its output, as that of Delta's `RESTORE`. One that gives files of another table to a table has
  * none either, so its run has a gap.
  */
private[iceberg] object IcebergProcedures {

  /** Only an older snapshot certainly replaces all rows: one that is published, picked or forwarded to may only add some. */
  private val procedures = new Procedures(
    Map(
      "RollbackToSnapshotProcedure" -> Some(Lifecycle.Overwrite),
      "RollbackToTimestampProcedure" -> Some(Lifecycle.Overwrite),
      "SetCurrentSnapshotProcedure" -> Some(Lifecycle.Overwrite),
      "CherrypickSnapshotProcedure" -> None,
      "FastForwardBranchProcedure" -> None,
      "PublishChangesProcedure" -> None
    ),
    Set("AddFilesProcedure", "MigrateTableProcedure", "RegisterTableProcedure", "SnapshotTableProcedure")
  )

  def lineage(context: RuleContext, call: Accessors): Scope = {
    val procedure = unwrapped(call.value[AnyRef]("procedure"))
    procedures.lineage(context, procedure, call.value[Seq[Expression]]("args")) { name =>
      val catalog = new Accessors(procedure).field[CatalogPlugin]("tableCatalog").name
      val table = IcebergName.inCatalog(catalog, name, context.session)
      table.identifier -> table.dataset(context.session)
    }
  }

  /** The procedure itself; from Spark 4.0 on, the plan has a node around it. */
  private def unwrapped(of: AnyRef): AnyRef = of match {
    case node: LogicalPlan => unwrapped(new Accessors(node).value[AnyRef]("procedure"))
    case other => other
  }
}
