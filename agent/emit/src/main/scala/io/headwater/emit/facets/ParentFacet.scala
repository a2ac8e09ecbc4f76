package io.headwater.emit.facets

import io.headwater.model.Parent
import io.openlineage.client.OpenLineage
import io.openlineage.client.OpenLineage.ParentRunFacet

/** `parent`: the run that started this one, and the outermost above it. */
object ParentFacet {
  def apply(ol: OpenLineage, parent: Option[Parent]): Option[ParentRunFacet] = parent.map { p =>
    val run = ol.newParentRunFacetRunBuilder().runId(p.parent.runId).build()
    val job =
      ol.newParentRunFacetJobBuilder().namespace(p.parent.job.namespace).name(p.parent.job.name).build()
    val rootRun = ol.newRootRunBuilder().runId(p.root.runId).build()
    val rootJob = ol.newRootJobBuilder().namespace(p.root.job.namespace).name(p.root.job.name).build()
    ol.newParentRunFacet(run, job, ol.newParentRunFacetRoot(rootRun, rootJob))
  }
}
