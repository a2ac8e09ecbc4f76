package io.headwater.emit.facets

import io.headwater.model.{Parent, RunRef}
import io.openlineage.client.OpenLineage
import io.openlineage.client.OpenLineage._

/** `parent`: the parent run and the root run, with the facets that the orchestrator passes on. */
final class ParentFacet(ol: OpenLineage, settings: EventSettings) {
  private val forwarded = new ForwardedFacets(settings)

  def apply(parent: Option[Parent]): Option[ParentRunFacet] = parent.map { p =>
    ol.newParentRunFacet(
      run(p.parent),
      job(p.parent),
      ol.newParentRunFacetRoot(rootRun(p.root), rootJob(p.root))
    )
  }

  private def run(ref: RunRef): ParentRunFacetRun = {
    val facets = ol.newParentRunFacetRunFacetsBuilder()
    val builder = ol.newParentRunFacetRunBuilder().runId(ref.runId)
    if (forwarded.run(ref)(facets.put(_, _))) builder.facets(facets.build())
    builder.build()
  }

  private def job(ref: RunRef): ParentRunFacetJob = {
    val facets = ol.newParentRunFacetJobFacetsBuilder()
    val builder = ol.newParentRunFacetJobBuilder().namespace(ref.job.namespace).name(ref.job.name)
    if (forwarded.job(ref)(facets.put(_, _))) builder.facets(facets.build())
    builder.build()
  }

  private def rootRun(ref: RunRef): RootRun = {
    val facets = ol.newRootRunFacetsBuilder()
    val builder = ol.newRootRunBuilder().runId(ref.runId)
    if (forwarded.run(ref)(facets.put(_, _))) builder.facets(facets.build())
    builder.build()
  }

  private def rootJob(ref: RunRef): RootJob = {
    val facets = ol.newRootJobFacetsBuilder()
    val builder = ol.newRootJobBuilder().namespace(ref.job.namespace).name(ref.job.name)
    if (forwarded.job(ref)(facets.put(_, _))) builder.facets(facets.build())
    builder.build()
  }
}
