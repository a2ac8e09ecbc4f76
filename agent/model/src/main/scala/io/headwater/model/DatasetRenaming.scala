package io.headwater.model

/** An event with other names for its datasets, or with fewer of them, and true to itself: columns follow. */
object DatasetRenaming {

  def ids(event: RunEvent): Vector[DatasetId] =
    (event.lineage.sources.map(_.id) ++ event.lineage.sinks.map(_.dataset.id)).distinct

  /** Each name is asked for once. Datasets that come to have one name become one. */
  def apply(event: RunEvent, to: DatasetId => DatasetId): RunEvent = {
    val renamed = RenamedEvent(to)
    event.copy(
      lineage = event.lineage.copy(
        sources = merged(event.lineage.sources.map(renamed.dataset))(_.id)(_.and(_)),
        sinks = merged(event.lineage.sinks.map(renamed.sink))(_.dataset.id)(_.and(_))
      ),
      statistics = merged(event.statistics.toVector.map { case (id, s) => to(id) -> s })(_._1) {
        case ((id, a), (_, b)) => id -> a.and(b)
      }.toMap,
      reads = reads(event, to),
      additions =
        event.additions.copy(facets = event.additions.facets.map(f => f.copy(dataset = f.dataset.map(to))))
    )
  }

  /** Of datasets that become one, the counts of all, or none. */
  private def reads(event: RunEvent, to: DatasetId => DatasetId): Map[DatasetId, Statistics] =
    event.lineage.sources.map(_.id).distinct.groupBy(to).flatMap { case (id, parts) =>
      val counts = parts.flatMap(event.reads.get(_))
      if (counts.size < parts.size) None else Some(id -> counts.reduce(_.and(_)))
    }

  private def merged[A](all: Vector[A])(id: A => DatasetId)(and: (A, A) => A): Vector[A] = {
    val groups = all.groupBy(id)
    if (groups.size == all.size) all else all.map(id).distinct.map(groups(_).reduce(and))
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
      reads = event.reads.filterNot { case (id, _) => drop(id) },
      additions =
        event.additions.copy(facets = event.additions.facets.filterNot(_.dataset.exists(drop)))
    )
  }
}

/** The parts of an event under their new names. */
private final case class RenamedEvent(to: DatasetId => DatasetId) {

  def dataset(d: Dataset): Dataset = d.copy(
    id = to(d.id),
    symlinks = d.symlinks.map(s => s.copy(id = to(s.id))),
    lifecycle = d.lifecycle.map {
      case Lifecycle.Rename(from) => Lifecycle.Rename(to(from))
      case other => other
    }
  )

  def sink(s: Sink): Sink = s.copy(
    dataset = dataset(s.dataset),
    columns = s.columns.map(c => c.copy(dependencies = c.dependencies.map(dependency))),
    rows = s.rows.map(dependency)
  )

  private def dependency(d: Dependency): Dependency =
    d.copy(source = d.source.copy(dataset = to(d.source.dataset)))
}
