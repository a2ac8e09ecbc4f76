package io.headwater.shell.extensions

import org.apache.spark.sql.connector.catalog.Table

import io.headwater.model.{AddedFacet, Additions, DatasetId, ExtensionError}

/** What extensions return for one event.
  *
  * @param nodeResults
  *   the results of visitors, each with the number of its plan node
  * @param facets
  *   the facets of builders
  * @param errors
  *   one error for each call that failed; the other results stay
  * @param datasets
  *   the datasets of builders, which belong to no node
  * @param tables
  *   tables in the plan that name their dataset themselves
  */
final case class ExtensionResponse(
    nodeResults: Vector[(Int, VisitorResult)],
    facets: Vector[AddedFacet],
    errors: Vector[ExtensionError],
    datasets: Vector[VisitorResult] = Vector.empty,
    tables: Vector[(Table, DatasetId)] = Vector.empty
) {

  /** The results of both, those of `later` last. */
  def ++(later: ExtensionResponse): ExtensionResponse = ExtensionResponse(
    nodeResults ++ later.nodeResults,
    facets ++ later.facets,
    errors ++ later.errors,
    datasets ++ later.datasets,
    tables ++ later.tables
  )

  /** The additions to an event after the start of its run. Visitors are not called then. */
  def additions: Additions = Additions(
    facets ++ VisitorResult.facets(datasets),
    errors,
    VisitorResult.lineage(datasets)
  )
}

object ExtensionResponse {
  val none: ExtensionResponse = ExtensionResponse(Vector.empty, Vector.empty, Vector.empty)

  def ofErrors(errors: Vector[ExtensionError]): ExtensionResponse = none.copy(errors = errors)
}
