package io.headwater.model

import java.util.IdentityHashMap

import scala.annotation.tailrec
import scala.collection.mutable

import io.headwater.util.{IdentitySet, MapConserve}

/** Renames or removes the datasets of an event, together with the columns and statistics that refer to them. */
object DatasetRenaming {

  def ids(event: RunEvent): Vector[DatasetId] =
    (event.lineage.sources.map(_.id) ++ event.lineage.sinks.map(_.dataset.id)).distinct

  /** The datasets that the event names, but neither reads nor writes: views, and those that only columns name. */
  def others(event: RunEvent): Vector[DatasetId] = {
    val lineage = event.lineage
    val seen = IdentitySet.empty[Vector[Dependency]] // columns may share their dependencies
    val found = mutable.LinkedHashSet.empty[DatasetId]
    def add(all: Vector[Dependency]): Unit =
      if (all.nonEmpty && seen.add(all)) all.foreach(found += _.source.dataset)
    for (v <- lineage.views) {
      found += v.dataset.id
      v.columns.foreach(c => add(c.dependencies))
      add(v.rows)
    }
    for (s <- lineage.sinks) {
      s.columns.foreach(c => add(c.dependencies))
      s.fromViews.foreach(c => add(c.dependencies))
      add(s.rows)
      add(s.rowsFromViews)
    }
    found --= ids(event)
    found.toVector
  }

  /** The event with the names that extensions give to its datasets. */
  def withAddedNames(event: RunEvent): RunEvent = {
    val names = event.additions.names
    if (names.isEmpty) event
    else apply(event.copy(additions = event.additions.copy(names = Map.empty)), id => names.getOrElse(id, id))
  }

  /** Datasets that get the same name are merged. */
  def apply(event: RunEvent, rename: DatasetId => DatasetId): RunEvent =
    if (hasNoDataset(event)) event else renamed(event, rename)

  /** As the events of an application. */
  private def hasNoDataset(event: RunEvent): Boolean = {
    val lineage = event.lineage
    lineage.sources.isEmpty && lineage.sinks.isEmpty && lineage.views.isEmpty &&
    event.statistics.isEmpty && event.reads.isEmpty && event.additions.facets.isEmpty
  }

  private def renamed(event: RunEvent, rename: DatasetId => DatasetId): RunEvent = {
    val renamed = RenamedEvent(rename)
    val lineage = event.lineage
    event.copy(
      lineage = lineage.copy(
        sources = merged(MapConserve(lineage.sources)(renamed.dataset))(_.id)(_.union(_)),
        sinks = merged(MapConserve(lineage.sinks)(renamed.sink))(_.dataset.id)(_.union(_)),
        views = merged(MapConserve(lineage.views)(renamed.view))(_.dataset.id)(_.union(_))
      ),
      statistics = merged(event.statistics.toVector.map { case (id, s) => rename(id) -> s })(_._1) {
        case ((id, a), (_, b)) => id -> (a + b)
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
    if (event.reads.isEmpty) event.reads
    else event.lineage.sources.map(_.id).distinct.groupBy(rename).flatMap { case (id, parts) =>
      val counts = parts.flatMap(event.reads.get(_))
      if (counts.size < parts.size) None else Some(id -> counts.reduce(_ + _))
    }

  private def merged[A](all: Vector[A])(id: A => DatasetId)(merge: (A, A) => A): Vector[A] =
    if (all.size < 2) all
    else {
      val groups = all.groupBy(id)
      if (groups.size == all.size) all else all.map(id).distinct.map(key => balanced(groups(key))(merge))
    }

  /** Merges neighbours first: a table may have many thousands of partition folders, whose locations are copied each time. */
  @tailrec private def balanced[A](parts: Vector[A])(merge: (A, A) => A): A =
    if (parts.size == 1) parts.head else balanced(parts.grouped(2).map(_.reduce(merge)).toVector)(merge)

  /** Removes datasets. A column that depended on one of them is no longer exact: it is `Declared`, or less certain. */
  def without(event: RunEvent, drop: Set[DatasetId]): RunEvent = {
    def remaining(all: Vector[Dependency]): Vector[Dependency] =
      all.filterNot(d => drop(d.source.dataset))
    def remainingIn(columns: Vector[ColumnLineage]): Vector[ColumnLineage] = columns.map { c =>
      val left = remaining(c.dependencies)
      if (left.size == c.dependencies.size) c
      else c.copy(dependencies = left, certainty = Certainty.leastCertain(c.certainty, Certainty.Declared))
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

/** Renames the parts of an event. A part that keeps its names stays the same object: START and the terminal event of a run
  * then share it.
  */
private final case class RenamedEvent(rename: DatasetId => DatasetId) {
  private val renamed = new IdentityHashMap[Vector[Dependency], Vector[Dependency]]

  def dataset(d: Dataset): Dataset = {
    val id = rename(d.id)
    val symlinks = MapConserve(d.symlinks) { s =>
      val id = rename(s.id)
      if (id == s.id) s else s.copy(id = id)
    }
    val lifecycle = d.lifecycle.map {
      case Lifecycle.Rename(from) => Lifecycle.Rename(rename(from))
      case other => other
    }
    if (id == d.id && (symlinks eq d.symlinks) && lifecycle == d.lifecycle) d
    else d.copy(id = id, symlinks = symlinks, lifecycle = lifecycle)
  }

  def sink(s: Sink): Sink = {
    val renamed = s.copy(
      dataset = dataset(s.dataset),
      columns = columns(s.columns),
      rows = dependencies(s.rows),
      fromViews = columns(s.fromViews),
      rowsFromViews = dependencies(s.rowsFromViews)
    )
    if (RenamedEvent.haveSameParts(renamed, s)) s else renamed
  }

  def view(v: ReadView): ReadView = {
    val renamed =
      v.copy(dataset = dataset(v.dataset), columns = columns(v.columns), rows = dependencies(v.rows))
    if (RenamedEvent.haveSameParts(renamed, v)) v else renamed
  }

  private def columns(all: Vector[ColumnLineage]): Vector[ColumnLineage] = MapConserve(all) { c =>
    val renamed = dependencies(c.dependencies)
    if (renamed eq c.dependencies) c else c.copy(dependencies = renamed)
  }

  /** Columns that share their dependencies share the renamed ones, too. */
  private def dependencies(all: Vector[Dependency]): Vector[Dependency] =
    if (all.isEmpty) all else renamed.computeIfAbsent(all, _ => changed(all))

  private def changed(all: Vector[Dependency]): Vector[Dependency] = MapConserve(all) { d =>
    val id = rename(d.source.dataset)
    if (id == d.source.dataset) d else d.copy(source = d.source.copy(dataset = id))
  }
}

private object RenamedEvent {

  private def haveSameParts(one: Product, other: Product): Boolean =
    (0 until one.productArity).forall { i =>
      (one.productElement(i), other.productElement(i)) match {
        case (a: AnyRef, b: AnyRef) => a eq b
        case (a, b) => a == b
      }
    }
}
