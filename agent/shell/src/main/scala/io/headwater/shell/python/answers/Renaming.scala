package io.headwater.shell.python.answers

import io.headwater.model._

/** An event with other names for its datasets, or with fewer of them, and true to itself: columns follow. */
private[python] object Renaming {

  def ids(event: RunEvent): Vector[DatasetId] =
    (event.lineage.sources.map(_.id) ++ event.lineage.sinks.map(_.dataset.id)).distinct

  def apply(event: RunEvent, to: DatasetId => DatasetId): RunEvent = {
    def dependency(d: Dependency): Dependency =
      d.copy(source = d.source.copy(dataset = to(d.source.dataset)))
    val lineage = event.lineage.copy(
      sources = event.lineage.sources.map(d => d.copy(id = to(d.id))),
      sinks = event.lineage.sinks.map(s =>
        s.copy(
          dataset = s.dataset.copy(id = to(s.dataset.id)),
          columns = s.columns.map(c => c.copy(dependencies = c.dependencies.map(dependency))),
          rows = s.rows.map(dependency)
        )
      )
    )
    event.copy(
      lineage = lineage,
      statistics = event.statistics.map { case (id, s) => to(id) -> s },
      additions =
        event.additions.copy(facets = event.additions.facets.map(f => f.copy(dataset = f.dataset.map(to))))
    )
  }

  /** A column that came from a dataset which is left out is no longer known whole. */
  def without(event: RunEvent, drop: Set[DatasetId]): RunEvent = {
    def kept(all: Vector[Dependency]): Vector[Dependency] = all.filterNot(d => drop(d.source.dataset))
    val sinks = event.lineage.sinks.filterNot(s => drop(s.dataset.id)).map(s =>
      s.copy(
        columns = s.columns.map { c =>
          val left = kept(c.dependencies)
          if (left.size == c.dependencies.size) c
          else c.copy(dependencies = left, certainty = Certainty.Declared)
        },
        rows = kept(s.rows)
      )
    )
    event.copy(
      lineage = event.lineage.copy(sources = event.lineage.sources.filterNot(s => drop(s.id)), sinks = sinks),
      statistics = event.statistics.filterNot { case (id, _) => drop(id) },
      additions =
        event.additions.copy(facets = event.additions.facets.filterNot(_.dataset.exists(drop)))
    )
  }
}
