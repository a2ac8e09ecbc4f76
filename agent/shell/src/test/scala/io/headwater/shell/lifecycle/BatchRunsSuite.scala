package io.headwater.shell.lifecycle

import org.scalatest.funsuite.AnyFunSuite

import io.headwater.model.{Dataset, DatasetId, Level, PlanLineage, RunError, Sink, StreamBatch}
import io.headwater.shell.lifecycle.SparkExecution.Query

/** What the program runs in batches of `foreachBatch`, on one thread and on several. */
final class BatchRunsSuite extends AnyFunSuite with StreamSignals {
  test(
    "what foreachBatch runs are runs that name batch and stream; a command's own query is part of the command's"
  ) {
    val events = run(
      begin,
      begun(1),
      batch(1, of = 1, foreachBatch = true),
      query(2, root = 1, writes("/made")),
      query(3, root = 1, writes("/made")),
      ended(3),
      ended(2),
      query(4, root = 1, writes("/other")),
      ended(4),
      ended(1),
      ended(stream(1))
    )
    assert(summaries(events).drop(2) == Vector(
      "START app.2",
      "COMPLETE app.2",
      "START app.4",
      "COMPLETE app.4",
      "COMPLETE app.stream1"
    ))
    val above = events.slice(2, 6).flatMap(_.parent)
    assert(above.flatMap(p => Vector(p.parent, p.root)).map(_.job.name) == Vector.fill(8)("app"))
    assert(events.slice(2, 6).map(_.batch) ==
      Vector.fill(4)(Some(StreamBatch(events(1).run, Some(71)))))
    assert((events.take(2) :+ events.last).map(_.batch) == Vector.fill(3)(None))
  }

  test("queries of several threads in one batch are runs of their own") {
    val events = run(
      begin,
      begun(1),
      batch(1, of = 1, foreachBatch = true),
      query(2, root = 1, writes("/a")),
      query(3, root = 1, writes("/b")),
      ended(2),
      ended(3)
    )
    assert(summaries(events).drop(2) == Vector(
      "START app.2",
      "START app.3",
      "COMPLETE app.2",
      "COMPLETE app.3"
    ))
  }

  test("a query that writes nothing takes in no write of another thread in its batch") {
    val reads = query(2, root = 1, PlanLineage(sources = Vector(Dataset(DatasetId("file", "/a")))))
    val events = run(
      begin,
      begun(1),
      batch(1, of = 1, foreachBatch = true),
      reads.copy(runsQueries = false),
      query(3, root = 1, writes("/b")),
      ended(2),
      ended(Query(3), Some(RunError("x")))
    )
    assert(summaries(events).drop(2) ==
      Vector("START app.2", "START app.3", "COMPLETE app.2", "FAIL app.3"))
    assert(events(4).lineage.sinks.isEmpty)
  }

  test("a job for an RDD takes in no query of its batch") {
    val job = started(SparkExecution.Job(2), Query(1), id(2), "2", PlanLineage())
    val events = run(
      begin,
      begun(1),
      batch(1, of = 1, foreachBatch = true),
      job,
      query(3, root = 1, writes("/b")),
      ended(3),
      ended(job.execution)
    )
    assert(summaries(events).drop(2) ==
      Vector("START app.2", "START app.3", "COMPLETE app.3", "COMPLETE app.2"))
  }

  test("a write to files takes in no query of another thread in its batch") {
    val writing = query(2, root = 1, writes("/a")).copy(runsQueries = false)
    val events = run(
      begin,
      begun(1),
      batch(1, of = 1, foreachBatch = true),
      writing,
      query(3, root = 1, PlanLineage()),
      ended(3),
      ended(2)
    )
    assert(summaries(events).drop(2) ==
      Vector("START app.2", "START app.3", "COMPLETE app.3", "COMPLETE app.2"))
  }

  test("each of several tables that threads make in one batch has one run, with the insert of its own") {
    def table(name: String, path: String, isProvisional: Boolean) = {
      val level = Level(Level.Kind.Table, name)
      val dataset = Dataset(DatasetId("file", path), hierarchy = Vector(level))
      PlanLineage(sinks = Vector(Sink(dataset, isProvisional = isProvisional)))
    }
    def makes(n: Long, name: String) =
      query(n, root = 1, table(name, s"/guess/$name", isProvisional = true)).copy(node = "create")
    def inserts(n: Long, root: Long, name: String) =
      query(n, root, table(name, s"/$name", isProvisional = false)).copy(node = "insert")
    val events = run(
      begin,
      begun(1),
      batch(1, of = 1, foreachBatch = true),
      makes(2, "a"),
      makes(3, "b"),
      inserts(4, root = 1, "b"),
      inserts(5, root = 4, "b").copy(node = "files"),
      inserts(6, root = 1, "a"),
      ended(5),
      ended(4),
      ended(6),
      ended(2),
      ended(3)
    )
    assert(summaries(events).drop(2) ==
      Vector("START app.2", "START app.3", "COMPLETE app.2", "COMPLETE app.3"))
    assert(events.takeRight(2).map(_.lineage.sinks.map(_.dataset.id.name)) == Vector(
      Vector("/a"),
      Vector("/b")
    ))
  }
}
