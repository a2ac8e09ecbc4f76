package io.headwater.shell.handlers

import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan

import io.headwater.model.PlanLineage
import io.headwater.shell.config.NodeFilter

/** Whether a query is worth a run: not those that only look at data and keep nothing (the published agent's list of
  * root nodes), nor those that touch none.
  */
final class QueryFilter(filter: NodeFilter) {
  private val denied = filter.denied.toSet
  private val dropped = (QueryFilter.silent ++ denied) -- filter.allowed

  def apply(optimized: LogicalPlan, lineage: PlanLineage, streaming: Boolean): Boolean =
    QueryFilter.touches(lineage) && !isSilent(optimized, streaming)

  /** Whether such a query has no run, whatever it touches. The plan of a stream's batch says nothing of its sink: any
    * root counts but those that are denied.
    */
  def isSilent(optimized: LogicalPlan, streaming: Boolean): Boolean = {
    val root = optimized.getClass.getCanonicalName
    if (streaming) denied(root) else dropped(root)
  }
}

object QueryFilter {

  /** Whether there is anything to tell of. */
  def touches(lineage: PlanLineage): Boolean =
    lineage.sources.nonEmpty || lineage.sinks.nonEmpty || lineage.gaps.nonEmpty

  private val logical = "org.apache.spark.sql.catalyst.plans.logical."
  private val command = "org.apache.spark.sql.execution.command."

  val silent: Set[String] = Set(
    "ShowTables",
    "CreateNamespace",
    "SetCatalogAndNamespace",
    "Project",
    "Aggregate",
    "Repartition",
    "LocalRelation"
  ).map(logical + _) ++ Set("CreateDatabaseCommand", "RefreshTableCommand").map(command + _)
}
