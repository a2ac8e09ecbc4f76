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
) {

  /** Two writes of one dataset, or two views of one write: a column comes from what either says of it. */
  def and(other: Sink): Sink = {
    val more = other.columns.map(c => c.column -> c).toMap
    val own = columns.map(_.column).toSet
    copy(
      dataset = dataset.and(other.dataset),
      columns =
        columns.map(c => more.get(c.column).fold(c)(c.united)) ++ other.columns.filterNot(c => own(c.column)),
      rows = Dependency.united(rows, other.rows),
      certain = certain || other.certain,
      counted = counted || other.counted
    )
  }
}

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

  /** Both as one, where each may know but a part of what a column comes from, as the batches of a stream do. */
  def united(other: PlanLineage): PlanLineage = and(other).copy(sinks =
    sinks.map(s => other.sinks.find(_.dataset.id == s.dataset.id).fold(s)(s.and)) ++
      other.sinks.filterNot(s => sinks.exists(_.dataset.id == s.dataset.id))
  )
}
