package io.headwater.shell.facets

import scala.collection.mutable

import com.fasterxml.jackson.databind.node.ObjectNode
import org.apache.spark.SparkConf
import org.apache.spark.sql.execution.QueryExecution

import io.headwater.emit.facets.ParametersFacet
import io.headwater.model.{AddedFacet, Additions, FacetTarget, Gap, PlanLineage}
import io.headwater.plan.shim.SparkShim
import io.headwater.shell.capture.{JobInfo, QueryInfo, QueryStages}
import io.headwater.shell.config.AgentConfig
import io.headwater.shell.meters.Meters
import io.headwater.util.{BoundedMap, Deadline}

/** Facets of a run's last event that come from Spark's own objects: the first job, and, where they are asked for, the
  * plan and what may explain it. What Spark throws costs its facet. On the worker's thread only; holds what runs.
  */
final class RunFacets(config: AgentConfig, conf: SparkConf, meters: Meters) {
  private val jobs = new BoundedMap[Long, JobInfo](QueryStages.most) // the first of each query
  private val inner = mutable.HashSet.empty[Long] // queries that run inside another one's run
  private val plans = new PlanFacets(config.redactor)
  private val debug = new DebugFacet(config, conf, meters)

  /** A job may outlive its query: such rests go when there are too many. */
  def job(query: Long, first: JobInfo): Unit = jobs(query) = first

  def began(query: QueryInfo): Unit = if (query.root != query.id) { inner.add(query.id); () }

  /** A query that has ended without a run of its own, or without its plan. */
  def forget(query: Long): Unit = {
    jobs.remove(query)
    inner.remove(query)
    ()
  }

  def ended(
      id: Long,
      query: Option[QueryExecution],
      lineage: Option[PlanLineage],
      well: Boolean
  ): Additions = {
    val job = jobs.remove(id).flatMap(e => facet("spark_jobDetails")(Some(JobDetails.of(e))))
    val whole = if (inner.remove(id)) None else query
    def gaps = lineage.fold(Vector.empty[Gap])(_.gaps)
    val suspect = well && lineage.exists(config.debug.suspects)
    added(
      job,
      whole.flatMap(q => facet("spark.logicalPlan")(plans.logicalPlan(q.optimizedPlan))),
      whole.flatMap(q => facet("spark_unknown")(plans.unknown(q.analyzed, gaps))),
      whole.flatMap(q => facet("debug", suspect)(Some(debug(Some(q.optimizedPlan)))))
    )
  }

  /** What a statement was given: data, and so only where it is asked for. */
  def parameters(query: QueryExecution, shim: SparkShim): Vector[(String, String)] =
    if (config.disabledFacets(ParametersFacet.name)) Vector.empty
    else Deadline.caught(StatementParameters.of(query, shim)).toOption.getOrElse(Vector.empty)

  /** Of a job for an RDD, which has begun. */
  def started(job: JobInfo): Additions = added(facet("spark_jobDetails")(Some(JobDetails.of(job))))

  /** Of a run without a plan. */
  def ended: Additions = added(facet("debug")(Some(debug(None))))

  private def added(facets: Option[AddedFacet]*): Additions =
    if (facets.forall(_.isEmpty)) Additions.none else Additions(facets.flatten.toVector)

  private def facet(name: String, anyway: Boolean = false)(make: => Option[ObjectNode]): Option[AddedFacet] =
    if (config.disabledFacets(name) && !anyway) None
    else
      Deadline.caught(make).toOption.flatten.map(f => AddedFacet(FacetTarget.Run, name, f.toString))
}
