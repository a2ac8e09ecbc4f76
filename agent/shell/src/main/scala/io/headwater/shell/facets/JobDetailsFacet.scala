package io.headwater.shell.facets

import com.fasterxml.jackson.databind.node.ObjectNode

import io.headwater.emit.facets.FacetNames
import io.headwater.shell.capture.JobInfo
import io.headwater.shell.facets.RunFacetContext.{QueryEnded, RddJobStarted}
import io.headwater.shell.json.Json

/** `spark_jobDetails`: the Spark job of an RDD job's run, or the first Spark job of a query. */
object JobDetailsFacet extends RunFacetProvider {
  val name: String = FacetNames.jobDetails

  def facet(context: RunFacetContext): Option[ObjectNode] = context match {
    case RddJobStarted(job) => Some(json(job))
    case QueryEnded(job, _, _, _) => job.map(json)
    case _ => None
  }

  private def json(job: JobInfo): ObjectNode = {
    val out = Json.obj().put("jobId", job.id)
    job.description.foreach(out.put("jobDescription", _))
    job.group.foreach(out.put("jobGroup", _))
    job.callSite.foreach(out.put("jobCallSite", _))
    out
  }
}
