package io.headwater.model

import java.time.Instant
import java.util.UUID

import org.scalatest.funsuite.AnyFunSuite

class DatasetRenamingSuite extends AnyFunSuite {
  private val (a, b, out) = (DatasetId("n", "a"), DatasetId("n", "b"), DatasetId("n", "out"))
  private val view = DatasetId("n", "v")
  private def from(id: DatasetId) = Dependency(ColumnRef(id, "x"), Vector(Transformation(Kind.Identity)))
  private val event = RunEvent(
    EventType.Complete,
    Instant.EPOCH,
    RunRef(new UUID(0, 1), JobId("n", "j")),
    JobType.sql,
    Application("app", "app", "4.0.0", "local"),
    lineage = PlanLineage(
      Vector(Dataset(a), Dataset(b)),
      Vector(Sink(
        Dataset(out),
        Vector(ColumnLineage("c", Vector(from(a), from(b))), ColumnLineage("d", Vector(from(b)))),
        Vector(from(a)),
        fromViews = Vector(ColumnLineage("c", Vector(from(view)))),
        rowsFromViews = Vector(from(view))
      )),
      views = Vector(ReadView(Dataset(view), Vector(ColumnLineage("x", Vector(from(a)))), Vector(from(b))))
    ),
    statistics = Map(out -> Statistics(Some(1), None, None)),
    additions = Additions(Vector(AddedFacet(FacetTarget.Dataset, "f", "{}", Some(a))))
  )

  test("a new name is used wherever the dataset is named") {
    val renamed = DatasetRenaming(event, id => id.copy(namespace = "new"))
    assert(!renamed.toString.contains("DatasetId(n,"))
    assert(DatasetRenaming.ids(renamed) == Vector(a, b, out).map(_.copy(namespace = "new")))
    assert(renamed.statistics.contains(out.copy(namespace = "new")))
  }

  test("parts that keep their names stay the same objects") {
    val same = DatasetRenaming(event, id => DatasetId(id.namespace, id.name))
    assert(same == event)
    assert((same.lineage.sources eq event.lineage.sources) && (same.lineage.sinks eq event.lineage.sinks))
    val one = DatasetRenaming(event, id => if (id == a) DatasetId("n", "new") else id)
    assert(one.lineage.sources(1) eq event.lineage.sources(1))
    assert(one.lineage.sinks(0).columns(1) eq event.lineage.sinks(0).columns(1))
    assert(one.lineage.sinks(0).columns(0).dependencies.map(_.source.dataset.name) == Vector("new", "b"))
  }

  test("names that extensions give are used once") {
    val (old, name) = (a, DatasetId("acme", "orders"))
    val named =
      DatasetRenaming.withAddedNames(event.copy(additions = event.additions.copy(names = Map(old -> name))))
    assert(DatasetRenaming.ids(named) == Vector(name, b, out))
    assert(named.lineage.sinks.head.columns.head.dependencies.head.source.dataset == name)
    assert(named.additions.names.isEmpty && named.additions.facets.head.dataset.contains(name))
  }

  test("the read counts of merged datasets are added up, unless one is missing") {
    val counted = event.copy(reads = Map(a -> Statistics(Some(1)), b -> Statistics(Some(2))))
    val one = DatasetId("n", "one")
    def both(id: DatasetId) = if (id == out) out else one
    assert(DatasetRenaming(counted, both).reads == Map(one -> Statistics(Some(3))))
    assert(DatasetRenaming(counted.copy(reads = counted.reads - a), both).reads.isEmpty)
    assert(DatasetRenaming.without(counted, Set(a)).reads == Map(b -> Statistics(Some(2))))
  }

  test("removing a dataset removes its columns, and dependent columns are no longer exact") {
    val without = DatasetRenaming.without(event, Set(a))
    assert(DatasetRenaming.ids(without) == Vector(b, out))
    val columns = without.lineage.sinks.head.columns
    val (c, d) = (columns.head, columns.last)
    assert(c.dependencies == Vector(from(b)) && c.certainty == Certainty.Declared)
    assert(d.certainty == Certainty.Exact)
    assert(without.lineage.sinks.head.rows.isEmpty && without.additions.facets.isEmpty)
  }

  test("removing a dataset makes no column more certain") {
    val sink = event.lineage.sinks.head
    def removed(certainty: Certainty): Certainty = {
      val columns = sink.columns.map(_.copy(certainty = certainty))
      val lineage = event.lineage.copy(sinks = Vector(sink.copy(columns = columns)))
      DatasetRenaming.without(event.copy(lineage = lineage), Set(a)).lineage.sinks.head.columns.head.certainty
    }
    assert(Certainty.all.map(removed) == Certainty.Declared +: Certainty.all.tail)
  }

  test(
    "removing a view removes what depends on it, removing a table removes it from the definitions of views"
  ) {
    val withoutView = DatasetRenaming.without(event, Set(view)).lineage
    assert(withoutView.views.isEmpty && withoutView.sinks.head.rowsFromViews.isEmpty)
    assert(withoutView.sinks.head.fromViews.head.dependencies.isEmpty)
    assert(DatasetRenaming.without(event, Set(b)).lineage.views.head.rows.isEmpty)
  }

  test("removing an output removes its statistics") {
    val without = DatasetRenaming.without(event, Set(out))
    assert(without.lineage.sinks.isEmpty && without.statistics.isEmpty)
  }
}
