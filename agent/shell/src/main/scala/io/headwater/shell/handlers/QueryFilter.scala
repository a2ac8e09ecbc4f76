package io.headwater.shell.handlers

import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan

import io.headwater.model.PlanLineage
import io.headwater.shell.config.NodeFilter

/** Decides which queries get a run. Queries that only show data and write nothing have none (the published agent's list
  * of root nodes), nor have queries without any dataset, nor the files that the BigQuery connector writes to load them.
  */
final class QueryFilter(filter: NodeFilter) {
  private val denied = filter.denied.toSet
  private val dropped = (QueryFilter.silent ++ denied) -- filter.allowed

  def apply(optimized: LogicalPlan, lineage: PlanLineage, streaming: Boolean): Boolean =
    QueryFilter.isReported(lineage) && !isSilent(optimized, streaming)

  /** Whether queries with this root have no run, whatever they read. The plan of a streaming query's batch does not show
    * its sink, so there only the denied roots count.
    */
  def isSilent(optimized: LogicalPlan, streaming: Boolean): Boolean = {
    val root = optimized.getClass.getCanonicalName
    if (streaming) denied(root) else dropped(root)
  }
}

object QueryFilter {

  /** Whether the lineage has a dataset, also one that is not named yet, or a gap. */
  def touches(lineage: PlanLineage): Boolean =
    lineage.sources.nonEmpty || lineage.sinks.nonEmpty || lineage.gaps.nonEmpty || lineage.creation.nonEmpty

  /** Whether a query with this lineage has a run, unless its root is silent. */
  def isReported(lineage: PlanLineage): Boolean = touches(lineage) && !isStaging(lineage)

  /** A folder of the BigQuery connector, named by the application and a UUID. */
  private val bigQueryFolder =
    "(?:^|/)\\.spark-bigquery-[^/]*\\p{XDigit}{8}(?:-\\p{XDigit}{4}){3}-\\p{XDigit}{12}".r

  /** Whether a query only writes files that the BigQuery connector then loads into the table of its own query. */
  private def isStaging(lineage: PlanLineage): Boolean =
    lineage.sinks.nonEmpty && lineage.sinks.map(_.dataset.id)
      .forall(id => id.namespace.startsWith("gs:") && bigQueryFolder.findFirstIn(id.name).isDefined)

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
