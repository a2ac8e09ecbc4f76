package io.headwater.shell.facets

import org.apache.spark.SparkConf
import org.apache.spark.sql.execution.QueryExecution

import io.headwater.emit.facets.FacetNames
import io.headwater.emit.json.ExactJson
import io.headwater.model.{AddedFacet, Additions, FacetTarget, PlanLineage}
import io.headwater.plan.shim.SparkShim
import io.headwater.shell.capture.JobInfo
import io.headwater.shell.config.AgentConfig
import io.headwater.shell.facets.RunFacetContext.{QueryEnded, RddJobStarted, RunWithoutPlanEnded}
import io.headwater.shell.meters.Meters
import io.headwater.util.{Attempts, BoundedMap}

/** Computes the run facets of all [[RunFacetProviders]]. Disabled facets are skipped. If a provider throws, its facet is
  * left out. Used on the agent's worker thread only; holds state of running queries.
  */
final class RunFacets(disabled: Set[String], providers: Vector[RunFacetProvider]) {

  def this(config: AgentConfig, conf: SparkConf, meters: Meters) =
    this(config.facets.disabled, RunFacetProviders.all(config, conf, meters))

  /** The first Spark job of each query, by execution id. The end of a query may be dropped, therefore the map is bounded. */
  private val jobs = new BoundedMap[Long, JobInfo](RunFacets.maxQueries)

  /** Remembers the first Spark job of a query. */
  def job(executionId: Long, first: JobInfo): Unit = jobs(executionId) = first

  /** Whether a query that has not ended has run a Spark job. */
  def hasJob(executionId: Long): Boolean = jobs.contains(executionId)

  /** The job group of a query that has run a Spark job. */
  def group(executionId: Long): Option[String] = jobs.get(executionId).flatMap(_.group)

  /** A query has ended without a run of its own, or without its plan. */
  def forget(executionId: Long): Unit = {
    jobs.remove(executionId)
    ()
  }

  /** The facets of a query's last event.
    *
    * @param query none if the query has no run, so that its plan is in no event
    * @param callSite where the program has started the query, which its first job may not tell
    */
  def ended(
      executionId: Long,
      query: Option[QueryExecution],
      lineage: Option[PlanLineage],
      succeeded: Boolean,
      callSite: Option[String] = None
  ): Additions = {
    val job = jobs.remove(executionId).map(j => j.copy(callSite = j.callSite.orElse(callSite)))
    facets(QueryEnded(job, query, lineage, succeeded))
  }

  /** The parameters of a statement. They are data, therefore they are read only if their facet is enabled. */
  def parameters(query: QueryExecution, shim: SparkShim): Vector[(String, String)] =
    if (disabled(FacetNames.executionParameters)) Vector.empty
    else Attempts.caught(StatementParameters.of(query, shim)).toOption.getOrElse(Vector.empty)

  /** The facets of an RDD job's START event. */
  def started(job: JobInfo): Additions = facets(RddJobStarted(job))

  /** The facets of the last event of a run without a plan. */
  def ended: Additions = facets(RunWithoutPlanEnded)

  private def facets(context: RunFacetContext): Additions = {
    val all = providers.flatMap(facet(_, context))
    if (all.isEmpty) Additions.none else Additions(all)
  }

  private def facet(provider: RunFacetProvider, context: RunFacetContext): Option[AddedFacet] =
    Attempts.caught {
      if (disabled(provider.name) && !provider.isForced(context)) None
      else provider.facet(context).map(f => AddedFacet(FacetTarget.Run, provider.name, ExactJson.write(f)))
    }.toOption.flatten
}

private object RunFacets {

  /** How many queries may run at once. */
  val maxQueries = 10000
}
