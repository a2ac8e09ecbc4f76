package io.headwater.model

/** A dataset that a plan writes. `columns` has one entry for each output column; `rows` are the source columns that
  * decide which rows there are (filters, joins, groupings, orderings): the facet's dataset-level dependencies.
  * `certain` is false where the plan does not say whether it writes at all (`IF NOT EXISTS`): what was counted at the
  * end does.
  */
final case class Sink(
    dataset: Dataset,
    columns: Vector[ColumnLineage] = Vector.empty,
    rows: Vector[Dependency] = Vector.empty,
    certain: Boolean = true
)

/** A place in a plan that could not be read. `node` is a class name, `stage` what was being done there. */
final case class Gap(node: String, stage: String, reason: String)

/** What one plan reads and writes. `nameSuffix` is the part of the job name that the sink gives. */
final case class PlanLineage(
    sources: Vector[Dataset] = Vector.empty,
    sinks: Vector[Sink] = Vector.empty,
    gaps: Vector[Gap] = Vector.empty,
    nameSuffix: Option[String] = None
)
