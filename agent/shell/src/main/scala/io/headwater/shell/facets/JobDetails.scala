package io.headwater.shell.facets

import com.fasterxml.jackson.databind.node.ObjectNode

import io.headwater.shell.capture.JobInfo
import io.headwater.shell.json.Json

/** `spark_jobDetails`: a job of Spark's that runs for a run, the first where there are several. */
private[facets] object JobDetails {
  def of(job: JobInfo): ObjectNode = {
    val out = Json.obj().put("jobId", job.id)
    job.description.foreach(out.put("jobDescription", _))
    job.group.foreach(out.put("jobGroup", _))
    job.callSite.foreach(out.put("jobCallSite", _))
    out
  }
}
