package io.headwater.emit.facets

import io.headwater.model.{Parent, RunRef}
import io.openlineage.client.OpenLineage
import io.openlineage.client.OpenLineage._

/** `parent`: the run that started this one, and the outermost above it; with facets of theirs that were handed on. */
final class ParentFacet(ol: OpenLineage, settings: EventSettings) {
  private val handedOn = new ForwardedFacets(settings)

  def apply(parent: Option[Parent]): Option[ParentRunFacet] = parent.map { p =>
    ol.newParentRunFacet(
      run(p.parent),
      job(p.parent),
      ol.newParentRunFacetRoot(rootRun(p.root), rootJob(p.root))
    )
  }

  private def run(ref: RunRef): ParentRunFacetRun = {
    val facets = ol.newParentRunFacetRunFacetsBuilder()
    val named = ol.newParentRunFacetRunBuilder().runId(ref.runId)
    if (handedOn.run(ref)(facets.put(_, _))) named.facets(facets.build())
    named.build()
  }

  private def job(ref: RunRef): ParentRunFacetJob = {
    val facets = ol.newParentRunFacetJobFacetsBuilder()
    val named = ol.newParentRunFacetJobBuilder().namespace(ref.job.namespace).name(ref.job.name)
    if (handedOn.job(ref)(facets.put(_, _))) named.facets(facets.build())
    named.build()
  }

  private def rootRun(ref: RunRef): RootRun = {
    val facets = ol.newRootRunFacetsBuilder()
    val named = ol.newRootRunBuilder().runId(ref.runId)
    if (handedOn.run(ref)(facets.put(_, _))) named.facets(facets.build())
    named.build()
  }

  private def rootJob(ref: RunRef): RootJob = {
    val facets = ol.newRootJobFacetsBuilder()
    val named = ol.newRootJobBuilder().namespace(ref.job.namespace).name(ref.job.name)
    if (handedOn.job(ref)(facets.put(_, _))) named.facets(facets.build())
    named.build()
  }
}
