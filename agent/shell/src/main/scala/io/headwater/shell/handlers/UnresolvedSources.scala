package io.headwater.shell.handlers

import io.headwater.model.{Certainty, ColumnLineage, Dataset, DatasetId, Gap, PlanLineage}
import io.headwater.plan.session.CachedLineage

/** The sources that the plan of a streaming query does not name. Its batches may name them (the topics of a pattern). If they
  * do not, the sources stay unknown, although the rows of a batch may look like rows of the program: sources of the first
  * interface pass them to Spark in this way.
  *
  * @param named the sources that the plan of the query names
  * @param gaps the reasons why others are unknown
  */
private[handlers] final case class UnresolvedSources(named: Set[DatasetId], gaps: Vector[Gap]) {

  def in(batches: PlanLineage): PlanLineage =
    if (isNamedBy(batches.sources)) batches
    else
      batches.copy(
        sinks = batches.sinks.map(s => s.copy(columns = s.columns.map(unknown))),
        gaps = (batches.gaps ++ gaps).distinct
      )

  def in(rows: CachedLineage): CachedLineage =
    if (isNamedBy(rows.sources)) rows
    else
      rows.copy(
        columns = rows.columns.map(unknown),
        gaps = (rows.gaps ++ gaps).distinct,
        parts = rows.parts.map(_.map(unknown))
      )

  private def isNamedBy(sources: Vector[Dataset]): Boolean =
    gaps.isEmpty || sources.exists(d => !named(d.id))

  private def unknown(column: ColumnLineage): ColumnLineage =
    if (column.certainty == Certainty.Local) column.copy(certainty = Certainty.Unknown) else column
}

private[handlers] object UnresolvedSources {
  val none: UnresolvedSources = UnresolvedSources(Set.empty, Vector.empty)

  /** @param query the lineage of the query's own plan */
  def of(query: PlanLineage): UnresolvedSources =
    UnresolvedSources(query.sources.map(_.id).toSet, query.gaps.filter(_.stage == "source"))
}
