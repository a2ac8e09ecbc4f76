package io.headwater.shell.facets

import com.fasterxml.jackson.databind.node.ObjectNode
import org.apache.spark.sql.execution.QueryExecution

import io.headwater.model.{Gap, PlanLineage}
import io.headwater.shell.capture.JobInfo

/** The moment at which a run's facets are computed, with the objects of Spark that they are computed from. */
sealed trait RunFacetContext

object RunFacetContext {

  /** The START event of an RDD job. */
  final case class RddJobStarted(job: JobInfo) extends RunFacetContext

  /** The last event of a query.
    *
    * @param job
    *   the first Spark job of the query, if it has had one
    * @param execution
    *   none if the plan is not available, or if the query runs inside of another query's run
    * @param succeeded
    *   whether the query ended without an error
    */
  final case class QueryEnded(
      job: Option[JobInfo],
      execution: Option[QueryExecution],
      lineage: Option[PlanLineage],
      succeeded: Boolean
  ) extends RunFacetContext {
    def gaps: Vector[Gap] = lineage.fold(Vector.empty[Gap])(_.gaps)
  }

  /** The last event of a run that has no plan, for example an RDD job. */
  case object RunWithoutPlanEnded extends RunFacetContext
}

/** A run facet that is computed from Spark's objects. A facet is one file with a provider, and one line in
  * [[RunFacetProviders]]. [[RunFacets]] skips disabled facets and drops a facet whose provider throws.
  *
  * Providers are called on the agent's worker thread only. The JSON must be bounded.
  */
trait RunFacetProvider {

  /** The name of the facet in the JSON of events, which `facets.<name>.disabled` uses, too. */
  def name: String

  /** The facet at this moment, or none. */
  def facet(context: RunFacetContext): Option[ObjectNode]

  /** Whether the facet is computed although the configuration disables it. */
  def isForced(context: RunFacetContext): Boolean = false
}
