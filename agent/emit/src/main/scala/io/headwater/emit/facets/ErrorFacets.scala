package io.headwater.emit.facets

import io.headwater.emit.json.JavaCollections
import io.headwater.model.{Gap, RunError}
import io.openlineage.client.OpenLineage
import io.openlineage.client.OpenLineage.{ErrorMessageRunFacet, ExtractionErrorRunFacet, RunFacet}

/** `errorMessage`, and the same as the published agent has it, `spark.exception`: why the run failed. `extractionError`:
  * what of its lineage could not be read.
  */
object ErrorFacets {
  def message(ol: OpenLineage, error: Option[RunError]): Option[ErrorMessageRunFacet] =
    error.map(e =>
      e.stackTrace.foldLeft(
        ol.newErrorMessageRunFacetBuilder().message(e.message).programmingLanguage("JVM")
      )(_.stackTrace(_)).build()
    )

  /** The name of the published agent's facet. */
  val publishedName = "spark.exception"

  def published(settings: EventSettings, error: Option[RunError]): Option[RunFacet] = error.map(e =>
    CustomFacet(settings, Vector("message" -> e.message) ++ e.stackTrace.map("stackTrace" -> _))
  )

  /** One task, the plan; one error for each different gap. How often each occurs is in `headwater_coverage`. */
  def extraction(ol: OpenLineage, gaps: Vector[Gap]): Option[ExtractionErrorRunFacet] =
    if (gaps.isEmpty) None
    else {
      val errors = gaps.distinct.take(CoverageFacet.longest).map { g =>
        ol.newExtractionErrorRunFacetErrorsBuilder().errorMessage(
          g.reason
        ).task(s"${g.node} (${g.stage})").build()
      }
      Some(ol.newExtractionErrorRunFacet(1L, 1L, JavaCollections.list(errors)))
    }
}
