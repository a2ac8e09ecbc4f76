package io.headwater.model

/** Renames or removes the datasets of an event, together with the columns and statistics that refer to them. */
object DatasetRenaming {

  def ids(event: RunEvent): Vector[DatasetId] =
    (event.lineage.sources.map(_.id) ++ event.lineage.sinks.map(_.dataset.id)).distinct

  /** The event with the names that extensions give to its datasets. */
  def withAddedNames(event: RunEvent): RunEvent = {
    val names = event.additions.names
    if (names.isEmpty) event
    else apply(event.copy(additions = event.additions.copy(names = Map.empty)), id => names.getOrElse(id, id))
  }

  /** Datasets that get the same name are merged. */
  def apply(event: RunEvent, rename: DatasetId => DatasetId): RunEvent = {
    val renamed = RenamedEvent(rename)
    event.copy(
      lineage = event.lineage.copy(
        sources = merged(event.lineage.sources.map(renamed.dataset))(_.id)(_.merge(_)),
        sinks = merged(event.lineage.sinks.map(renamed.sink))(_.dataset.id)(_.union(_)),
        views = merged(event.lineage.views.map(renamed.view))(_.dataset.id)(_.union(_))
      ),
      statistics = merged(event.statistics.toVector.map { case (id, s) => rename(id) -> s })(_._1) {
        case ((id, a), (_, b)) => id -> a.merge(b)
      }.toMap,
      reads = reads(event, rename),
      additions =
        event.additions.copy(facets =
          event.additions.facets.map(f => f.copy(dataset = f.dataset.map(rename)))
        )
    )
  }

  /** The counts of merged datasets are added up, unless those of one are missing. */
  private def reads(event: RunEvent, rename: DatasetId => DatasetId): Map[DatasetId, Statistics] =
    event.lineage.sources.map(_.id).distinct.groupBy(rename).flatMap { case (id, parts) =>
      val counts = parts.flatMap(event.reads.get(_))
      if (counts.size < parts.size) None else Some(id -> counts.reduce(_.merge(_)))
    }

  private def merged[A](all: Vector[A])(id: A => DatasetId)(merge: (A, A) => A): Vector[A] = {
    val groups = all.groupBy(id)
    if (groups.size == all.size) all else all.map(id).distinct.map(groups(_).reduce(merge))
  }

  /** Removes datasets. A column that depended on one of them is no longer exact: its certainty becomes `Declared`. */
  def without(event: RunEvent, drop: Set[DatasetId]): RunEvent = {
    def remaining(all: Vector[Dependency]): Vector[Dependency] =
      all.filterNot(d => drop(d.source.dataset))
    def remainingIn(columns: Vector[ColumnLineage]): Vector[ColumnLineage] = columns.map { c =>
      val left = remaining(c.dependencies)
      if (left.size == c.dependencies.size) c
      else c.copy(dependencies = left, certainty = Certainty.Declared)
    }
    val lineage = event.lineage
    val sinks = lineage.sinks.filterNot(s => drop(s.dataset.id)).map(s =>
      s.copy(
        columns = remainingIn(s.columns),
        rows = remaining(s.rows),
        fromViews = remainingIn(s.fromViews),
        rowsFromViews = remaining(s.rowsFromViews)
      )
    )
    val views = lineage.views.filterNot(v => drop(v.dataset.id)).map(v =>
      v.copy(columns = remainingIn(v.columns), rows = remaining(v.rows))
    )
    event.copy(
      lineage =
        lineage.copy(sources = lineage.sources.filterNot(s => drop(s.id)), sinks = sinks, views = views),
      statistics = event.statistics.filterNot { case (id, _) => drop(id) },
      reads = event.reads.filterNot { case (id, _) => drop(id) },
      additions =
        event.additions.copy(facets = event.additions.facets.filterNot(_.dataset.exists(drop)))
    )
  }
}

/** Renames the parts of an event. */
private final case class RenamedEvent(rename: DatasetId => DatasetId) {

  def dataset(d: Dataset): Dataset = d.copy(
    id = rename(d.id),
    symlinks = d.symlinks.map(s => s.copy(id = rename(s.id))),
    lifecycle = d.lifecycle.map {
      case Lifecycle.Rename(from) => Lifecycle.Rename(rename(from))
      case other => other
    }
  )

  def sink(s: Sink): Sink = s.copy(
    dataset = dataset(s.dataset),
    columns = s.columns.map(column),
    rows = s.rows.map(dependency),
    fromViews = s.fromViews.map(column),
    rowsFromViews = s.rowsFromViews.map(dependency)
  )

  def view(v: ReadView): ReadView = v.copy(
    dataset = dataset(v.dataset),
    columns = v.columns.map(column),
    rows = v.rows.map(dependency)
  )

  private def column(c: ColumnLineage): ColumnLineage =
    c.copy(dependencies = c.dependencies.map(dependency))

  private def dependency(d: Dependency): Dependency =
    d.copy(source = d.source.copy(dataset = rename(d.source.dataset)))
}
