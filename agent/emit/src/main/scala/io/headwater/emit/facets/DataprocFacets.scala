package io.headwater.emit.facets

import io.headwater.model.Application
import io.headwater.util.JavaCollections
import io.openlineage.client.OpenLineage.{DefaultJobFacet, JobFacet, RunFacet}

/** `gcp_dataproc` of runs and `gcp_lineage` of jobs, if the application runs on Dataproc. The schemas are in OpenLineage's
  * registry: GcpDataprocRunFacet 1-0-0 and GcpLineageJobFacet 1-0-0.
  */
private[emit] object DataprocFacets {
  def run(settings: EventSettings, app: Application): Option[RunFacet] = app.dataproc.map { dataproc =>
    CustomFacet(settings, dataproc.resource ++ Vector("appId" -> app.id, "appName" -> app.name))
  }

  def job(settings: EventSettings, app: Application): Option[JobFacet] = app.dataproc.map { dataproc =>
    val facet = new DefaultJobFacet(settings.producer, false)
    val origin = JavaCollections.map(Vector("name" -> dataproc.origin, "sourceType" -> "DATAPROC"))
    facet.getAdditionalProperties.put("origin", origin)
    facet
  }
}
