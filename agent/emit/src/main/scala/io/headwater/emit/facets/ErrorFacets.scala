package io.headwater.emit.facets

import io.headwater.model.{Gap, RunError}
import io.headwater.util.JavaCollections
import io.openlineage.client.OpenLineage
import io.openlineage.client.OpenLineage.{ErrorMessageRunFacet, ExtractionErrorRunFacet, RunFacet}

/** `errorMessage`: why the run failed. `spark.exception`: the same, as the published agent sends it. `extractionError`: the
  * parts of the plan without lineage.
  */
object ErrorFacets {
  def message(ol: OpenLineage, error: Option[RunError]): Option[ErrorMessageRunFacet] =
    error.map(e =>
      e.stackTrace.foldLeft(
        ol.newErrorMessageRunFacetBuilder().message(e.message).programmingLanguage("JVM")
      )(_.stackTrace(_)).build()
    )

  /** The facet of the published agent. */
  def sparkException(settings: EventSettings, error: Option[RunError]): Option[RunFacet] = error.map(e =>
    CustomFacet(settings, Vector("message" -> e.message) ++ e.stackTrace.map("stackTrace" -> _))
  )

  /** One task, which is the plan, and one error for each different gap. `headwater_coverage` has the number of each. */
  def extraction(ol: OpenLineage, gaps: Vector[Gap]): Option[ExtractionErrorRunFacet] =
    if (gaps.isEmpty) None
    else {
      val errors = gaps.distinct.take(CoverageFacet.maxGaps).map { g =>
        ol.newExtractionErrorRunFacetErrorsBuilder().errorMessage(
          g.reason
        ).task(s"${g.node} (${g.stage})").build()
      }
      Some(ol.newExtractionErrorRunFacet(1L, 1L, JavaCollections.list(errors)))
    }
}
