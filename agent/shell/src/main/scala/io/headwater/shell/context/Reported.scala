package io.headwater.shell.context

import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan

import io.headwater.model.PlanLineage

/** Whether a query is worth a run: not those that only look at data and keep nothing (the published agent's list of
  * root nodes), nor those that touch none.
  */
final class Reported(allowed: Set[String], denied: Set[String]) {
  private val dropped = (Reported.silent ++ denied) -- allowed

  def apply(optimized: LogicalPlan, lineage: PlanLineage): Boolean = {
    val touches = lineage.sources.nonEmpty || lineage.sinks.nonEmpty || lineage.gaps.nonEmpty
    touches && !dropped(optimized.getClass.getCanonicalName)
  }
}

object Reported {
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
