package io.headwater.emit.facets

import io.headwater.emit.json.JavaCollections
import io.headwater.model.Application
import io.openlineage.client.OpenLineage.{DefaultJobFacet, JobFacet, RunFacet}

/** `gcp_dataproc` of runs and `gcp_lineage` of jobs, as OpenLineage's registry has them (GcpDataprocRunFacet 1-0-0,
  * GcpLineageJobFacet 1-0-0), where the application runs on Dataproc.
  */
private[emit] object DataprocFacets {
  val ofRun = "gcp_dataproc"
  val ofJob = "gcp_lineage"

  def run(settings: EventSettings, app: Application): Option[RunFacet] = app.dataproc.map { found =>
    CustomFacet(settings, found.resource ++ Vector("appId" -> app.id, "appName" -> app.name))
  }

  def job(settings: EventSettings, app: Application): Option[JobFacet] = app.dataproc.map { found =>
    val facet = new DefaultJobFacet(settings.producer, false)
    val origin = JavaCollections.map(Vector("name" -> found.origin, "sourceType" -> "DATAPROC"))
    facet.getAdditionalProperties.put("origin", origin)
    facet
  }
}
