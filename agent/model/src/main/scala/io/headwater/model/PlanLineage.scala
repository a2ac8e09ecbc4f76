package io.headwater.model

/** A dataset that a plan writes. `columns` has one entry for each output column; `rows` are the source columns that
  * decide which rows there are (filters, joins, groupings, orderings): the facet's dataset-level dependencies.
  * `certain` is false where the plan does not say whether it writes at all (`IF NOT EXISTS`): what was counted at the
  * end does. `counted` is false where Spark does not do the writing, so that what it counts is not of this dataset.
  */
final case class Sink(
    dataset: Dataset,
    columns: Vector[ColumnLineage] = Vector.empty,
    rows: Vector[Dependency] = Vector.empty,
    certain: Boolean = true,
    counted: Boolean = true
)

/** A place in a plan that could not be read. `node` is a class name, `stage` what was being done there. */
final case class Gap(node: String, stage: String, reason: String)

/** What one plan reads and writes. `nameSuffix` is the part of the job name that the sink gives. */
final case class PlanLineage(
    sources: Vector[Dataset] = Vector.empty,
    sinks: Vector[Sink] = Vector.empty,
    gaps: Vector[Gap] = Vector.empty,
    nameSuffix: Option[String] = None
) {

  /** Both as one: of a dataset that both have, this one's counts. */
  def and(other: PlanLineage): PlanLineage = PlanLineage(
    sources = sources ++ other.sources.filterNot(d => sources.exists(_.id == d.id)),
    sinks = sinks ++ other.sinks.filterNot(s => sinks.exists(_.dataset.id == s.dataset.id)),
    gaps = (gaps ++ other.gaps).distinct,
    nameSuffix = nameSuffix.orElse(other.nameSuffix)
  )
}
