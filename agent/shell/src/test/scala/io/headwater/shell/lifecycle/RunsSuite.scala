package io.headwater.shell.lifecycle

import java.time.Instant
import java.util.UUID

import scala.util.Random

import org.scalatest.funsuite.AnyFunSuite

import io.headwater.model.{
  AddedFacet,
  Additions,
  Application,
  ColumnLineage,
  Commit,
  Dataset,
  DatasetId,
  EventType,
  FacetTarget,
  Field,
  JobId,
  JobType,
  Lifecycle,
  PlanLineage,
  Reads,
  RunError,
  RunEvent,
  RunRef,
  Sink,
  Statistics
}
import io.headwater.shell.lifecycle.SparkExecution.{Job, Query}

final class RunsSuite extends AnyFunSuite {
  private def at(second: Long): Instant = Instant.ofEpochSecond(second)
  private def id(n: Long): UUID = new UUID(0, n)

  private val application = Application("app-1", "App", "4.0.0", "local")
  private val begin =
    Signal.ApplicationStarted(at(0), RunRef(id(1000), JobId("default", "app")), application, Map.empty, None)
  private val end = Signal.ApplicationEnded(at(99), None, Map("eventsSent" -> 3L))

  private def writes(name: String) = PlanLineage(sinks = Vector(Sink(Dataset(DatasetId("file", name)))))

  private def started(
      n: Long,
      root: Long = -1,
      lineage: PlanLineage = writes("/t"),
      reported: Boolean = true
  ) =
    Signal.RunStarted(
      Query(n),
      Query(if (root < 0) n else root),
      at(n.abs),
      id(n),
      JobId("default", s"app.$n"),
      JobType.sql,
      lineage,
      None,
      reported
    )

  private def ended(n: Long, error: Option[RunError] = None, rows: Option[Long] = None) =
    Signal.RunEnded(Query(n), at(n.abs + 50), error, rows.map(r => Statistics(Some(r), None, None)))

  private def run(signals: Signal*): Vector[RunEvent] =
    signals.foldLeft((Runs(), Vector.empty[RunEvent])) { case ((state, sent), signal) =>
      val (next, events) = state(signal)
      (next, sent ++ events)
    }._2

  private def summaries(events: Vector[RunEvent]): Vector[String] =
    events.map(e => s"${e.eventType.name} ${e.run.job.name}")

  test("a query is a run of the application's: two events each") {
    val events = run(begin, started(1), ended(1), end)
    assert(summaries(events) == Vector("START app", "START app.1", "COMPLETE app.1", "COMPLETE app"))
    assert(events(1).parent.map(_.parent.runId).contains(id(1000)))
    assert(events.last.agent == Map("eventsSent" -> 3L))
  }

  // rows: life.failed
  test("a failed query ends once, as FAIL, with its error") {
    val events = run(begin, started(1), ended(1, Some(RunError("no"))), end)
    assert(summaries(events) == Vector("START app", "START app.1", "FAIL app.1", "COMPLETE app"))
    assert(events(2).error.map(_.message).contains("no"))
  }

  // rows: life.cancelled
  test("a query that was stopped ends once, as ABORT, with what Spark says of it") {
    val stopped = RunError("Job 1 cancelled", isStopped = true)
    val events = run(begin, started(1), ended(1, Some(stopped)), end)
    assert(summaries(events) == Vector("START app", "START app.1", "ABORT app.1", "COMPLETE app"))
    assert(events(2).error.contains(stopped))
    assert(summaries(run(begin, end.copy(error = Some(stopped)))).last == "ABORT app")
  }

  // rows: life.nested
  test("a query inside another has no run of its own, and its counts are the outer one's") {
    val events = run(begin, started(1), started(2, root = 1), ended(2, rows = Some(7)), ended(1), end)
    assert(summaries(events) == Vector("START app", "START app.1", "COMPLETE app.1", "COMPLETE app"))
    assert(events(2).statistics(DatasetId("file", "/t")).rows.contains(7L))
  }

  test("what an inner query writes is the outer one's, where that says nothing itself") {
    val events = run(
      begin,
      started(1, lineage = PlanLineage()),
      started(2, root = 1, lineage = writes("/u")),
      ended(2),
      ended(1)
    )
    assert(events.last.lineage.sinks.map(_.dataset.id.name) == Vector("/u"))
    val ofOuter = run(begin, started(1), started(2, root = 1, lineage = writes("/u")), ended(2), ended(1))
    assert(ofOuter.last.lineage.sinks.map(_.dataset.id.name) == Vector("/t"))
  }

  test("a table that only the insert inside its creation names is created") {
    val insert = started(2, root = 1, lineage = writes("/u"))
    for (inCatalog <- Vector(PlanLineage(), writes("/t"))) {
      val named = inCatalog.sinks.map(_.copy(isProvisional = true))
      val creating = started(1, lineage = PlanLineage(sinks = named, creation = Some(Lifecycle.Create)))
      val created = run(begin, creating, insert, ended(2), ended(1)).last.lineage.sinks.map(_.dataset)
      assert(created.map(d => d.id.name -> d.lifecycle) == Vector("/u" -> Some(Lifecycle.Create)))
    }
  }

  test("what inner queries read of the outer one's inputs is counted with what that has read itself") {
    val (in, own) = (DatasetId("file", "/in"), DatasetId("file", "/log"))
    def reads(id: DatasetId) = Reads(Map(id -> Statistics(Some(2), Some(8), Some(1))))
    val reading = PlanLineage(sources = Vector(Dataset(in)))
    def read(inner: Reads, outer: Reads) = run(
      begin,
      started(1, lineage = reading),
      started(2, root = 1, lineage = PlanLineage()),
      ended(2).copy(reads = inner),
      ended(1).copy(reads = outer)
    ).last.reads
    assert(read(reads(in), Reads.none) == Map(in -> Statistics(Some(2), Some(8), Some(1))))
    assert(read(reads(in), reads(in)) == Map(in -> Statistics(rows = Some(4))))
    assert(read(reads(own), Reads.none).isEmpty)
  }

  test("a job for an RDD and an SQL execution of the same number are two runs") {
    val job = started(1).copy(execution = Job(0), root = Job(0))
    val events = run(begin, started(0), job, ended(1).copy(execution = Job(0)), ended(0))
    val expected = "START app,START app.0,START app.1,COMPLETE app.1,COMPLETE app.0"
    assert(summaries(events).mkString(",") == expected)
  }

  test("an output has the version that the query made of it, an inner query's end included") {
    val table = DatasetId("file", "/lake/t")
    val writing = PlanLineage(sinks = Vector(Sink(Dataset(table))))
    val inner = ended(2).copy(commits = Map(table -> Commit(Some("7"))))
    val events = run(begin, started(1, lineage = writing), started(2, root = 1), inner, ended(1), end)
    val versions = events.flatMap(_.lineage.sinks.map(_.dataset.version))
    assert(versions == Vector(None, Some("7")))
  }

  test("an inner query whose outer one is not reported has its own run") {
    val events = run(begin, started(1, reported = false), started(2, root = 1), ended(2), ended(1))
    assert(summaries(events) == Vector("START app", "START app.2", "COMPLETE app.2"))
  }

  test("queries whose common root has no run are one run if one writes what the other does") {
    val events = run(
      begin,
      started(1, root = 0, lineage = writes("/t")),
      started(2, root = 0, lineage = writes("/t")),
      started(3, root = 0, lineage = writes("/u")),
      ended(3),
      ended(2),
      ended(1)
    )
    assert(summaries(events) ==
      Vector("START app", "START app.1", "START app.3", "COMPLETE app.3", "COMPLETE app.1"))
  }

  test(
    "queries of a pool's threads, which have an old root, are runs of their own though they write to one dataset"
  ) {
    def copy(n: Long, source: String, node: String) = started(
      n,
      root = 0,
      lineage = writes("/t").copy(sources = Vector(Dataset(DatasetId("file", source))))
    ).copy(node = node)
    val append = "Execute InsertIntoHadoopFsRelationCommand"
    def runs(second: Signal.RunStarted) =
      summaries(run(begin, copy(1, "/a", append), second)).count(_.startsWith("START app."))
    assert(runs(copy(2, "/b", "Execute")) == 2, "it reads other data")
    assert(runs(copy(2, "/a", append)) == 2, "it is the same command")
    assert(runs(copy(2, "/a", "Execute")) == 1)
  }

  test("a sink that was there already and was left alone is no output of the run that ended well") {
    val perhaps = PlanLineage(sinks = Vector(Sink(Dataset(DatasetId("file", "/t")), isConditional = true)))
    def outputs(end: Signal.RunEnded) =
      run(begin, started(1, lineage = perhaps), end).last.lineage.sinks.map(_.dataset.id.name)
    assert(outputs(ended(1)) == Vector())
    assert(outputs(ended(1).copy(written = Some(Statistics(Some(0), Some(0), Some(0))))) == Vector())
    assert(outputs(ended(1).copy(written =
      Some(Statistics(Some(0), Some(9), Some(1)))
    )) == Vector("/t"))
    assert(outputs(ended(1, Some(RunError("no")))) == Vector("/t"))
  }

  test("an output that a Spark job shows is kept without rows, also if the job is that of a query inside") {
    val sink = Sink(Dataset(DatasetId("sqlite", "t")), isConditional = true, isWrittenByJob = true)
    val outer = started(1, lineage = PlanLineage(sinks = Vector(sink)))
    def outputs(signals: Signal*) = run(begin +: outer +: signals: _*).last.lineage.sinks.size
    assert(outputs(ended(1)) == 0)
    assert(outputs(ended(1).copy(hasJob = true)) == 1)
    val inner = started(2, root = 1, lineage = PlanLineage())
    assert(outputs(inner, ended(2).copy(hasJob = true), ended(1)) == 1)
  }

  test("a command that changes the columns of a table has the new ones unless it fails") {
    val (before, after) =
      (Vector(Field("a", Some("int"))), Vector(Field("a", Some("int")), Field("b", Some("int"))))
    val altered = PlanLineage(sinks =
      Vector(Sink(
        Dataset(DatasetId("file", "/t"), before),
        Vector(ColumnLineage("b", Vector.empty)),
        schemaAfter = Some(after)
      ))
    )
    def columns(end: Signal.RunEnded) =
      run(begin, started(1, lineage = altered), end).takeRight(2).map(_.lineage.sinks(0).dataset.schema)
    assert(columns(ended(1)) == Vector(after, after))
    val failed = ended(1, Some(RunError("no")))
    assert(columns(failed) == Vector(after, before))
    assert(run(begin, started(1, lineage = altered), failed).last.lineage.sinks.forall(_.columns.isEmpty))
  }

  test("START does not name an output that may exist already, nor an extension's facet of it") {
    val (kept, perhaps) = (DatasetId("file", "/kept"), DatasetId("file", "/perhaps"))
    val sinks = Vector(Sink(Dataset(kept)), Sink(Dataset(perhaps), isConditional = true))
    val facets = Vector(kept, perhaps).map(id => AddedFacet(FacetTarget.Dataset, "acme", "{}", Some(id)))
    val query = started(1, lineage = PlanLineage(sinks = sinks)).copy(lasting = Additions(facets))
    val Vector(_, start, failed, _) = run(begin, query, ended(1, Some(RunError("no"))), end): @unchecked
    assert(start.lineage.sinks.map(_.dataset.id) == Vector(kept))
    assert(start.additions.facets.flatMap(_.dataset) == Vector(kept))
    assert(failed.lineage.sinks.size == 2 && failed.additions.facets.size == 2)
  }

  // rows: life.killed
  test("a query that still runs when its application ends is aborted, before the application's own end") {
    val events = run(begin, started(1), started(2), ended(1), end)
    assert(summaries(events).takeRight(2) == Vector("ABORT app.2", "COMPLETE app"))
  }

  // rows: life.killed
  test("an application whose JVM ends in the midst of a query is aborted with it; one that is done is not") {
    val exiting = end.copy(exiting = true)
    assert(summaries(run(begin, started(1), exiting)).takeRight(2) == Vector("ABORT app.1", "ABORT app"))
    assert(summaries(run(begin, started(1), ended(1), exiting)).last == "COMPLETE app")
    val failed = exiting.copy(error = Some(RunError("exit code 3")))
    assert(summaries(run(begin, started(1), failed)).last == "FAIL app")
  }

  // rows: life.application
  test("an application that ends with an error fails") {
    assert(summaries(run(begin, end.copy(error = Some(RunError("exit code 3"))))).last == "FAIL app")
  }

  test(
    "whatever comes in whatever order, each run has one START and one terminal event, and nothing is kept"
  ) {
    val random = new Random(20260101)
    for (_ <- 1 to 500) {
      val queries = (1L to 6L).map(n =>
        started(n, root = if (n > 1 && random.nextBoolean()) 1 else n, reported = random.nextInt(4) > 0)
      )
      val ends = queries.map(q =>
        ended(q.runId.getLeastSignificantBits, if (random.nextBoolean()) Some(RunError("x")) else None)
      ).filter(_ => random.nextInt(5) > 0)
      val signals = begin +: random.shuffle(queries ++ ends) :+ end
      val events = run(signals: _*)
      for ((_, ofRun) <- events.groupBy(_.run.runId)) {
        assert(ofRun.count(_.eventType == EventType.Start) == 1)
        assert(ofRun.count(_.eventType.isTerminal) == 1)
        assert(ofRun.head.eventType == EventType.Start)
      }
      assert(signals.foldLeft(Runs())((state, signal) => state(signal)._1).open.isEmpty)
    }
  }
}
