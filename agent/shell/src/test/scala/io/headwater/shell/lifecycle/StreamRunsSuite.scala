package io.headwater.shell.lifecycle

import java.time.Duration

import scala.util.Random

import org.scalatest.funsuite.AnyFunSuite

import io.headwater.model.{
  AddedFacet,
  Additions,
  Certainty,
  ColumnLineage,
  Commit,
  Dataset,
  DatasetId,
  EventType,
  FacetTarget,
  Gap,
  PlanLineage,
  RunError,
  Sink,
  SourceProgress,
  Statistics,
  StreamProgress
}
import io.headwater.shell.lifecycle.SparkExecution.Query

final class StreamRunsSuite extends AnyFunSuite with StreamSignals {
  test("a stream is one run, whatever number of batches it has, and what a sink runs in one is its own") {
    val events = run(
      begin,
      begun(1, writes("/t")),
      batch(1, of = 1),
      query(2, root = 1),
      ended(2),
      ended(1),
      batch(3, of = 1),
      ended(3),
      ended(stream(1)),
      end
    )
    assert(summaries(events) == Vector(
      "START app",
      "START app.stream1",
      "COMPLETE app.stream1",
      "COMPLETE app"
    ))
    assert(events(2).lineage.sinks.map(_.dataset.id.name) == Vector("/t"))
  }

  test("RUNNING comes for the first batch that moved data, then no oftener than allowed; no count is lost") {
    val batches = (0L to 5L).map(n => progress(1, 10 + n, rows = if (n == 0) 0 else 2, batchId = n))
    val events = run(Duration.ofSeconds(3), (begin +: begun(1) +: batches :+ ended(stream(1))): _*)
    assert(summaries(events).drop(2) ==
      Vector("RUNNING app.stream1", "RUNNING app.stream1", "COMPLETE app.stream1"))
    assert(events.slice(2, 4).map(_.time) == Vector(at(11), at(14)))
    val last = events.last.streaming.flatMap(_.progress).get
    assert((last.batches, last.inputRows, last.outputRows, last.batchId) == ((6L, 10L, Some(10L), 5L)))
    assert(last.sources == Vector(SourceProgress("s", None, Some("6"), 10)))
  }

  test("RUNNING comes for a batch whose rows Spark has not counted, if its offsets advance") {
    def uncounted(n: Long, start: Option[String], end: String) = {
      val source = SourceProgress("s", start, Some(end), 0)
      Signal.StreamProgressed(stream(1), at(10 + n), StreamProgress(n, 1, 0, None, None, Vector(source)))
    }
    val batches = Vector(uncounted(0, None, "0"), uncounted(1, Some("0"), "1"), uncounted(2, Some("1"), "1"))
    val events = run((begin +: begun(1) +: batches :+ ended(stream(1))): _*)
    assert(summaries(events).drop(2) == Vector("RUNNING app.stream1", "COMPLETE app.stream1"))
    assert(events(2).time == at(11))
  }

  test("what batches show takes the place of what the query's plan could not name") {
    val gap = PlanLineage(gaps = Vector(Gap("StreamingRelationV2", "source", "no name")))
    val topic = PlanLineage(sources = Vector(Dataset(DatasetId("kafka://b", "t"))))
    val events = run(
      begin,
      begun(1, gap ++ writes("/t")),
      Signal.BatchStarted(Query(1), stream(1), foreachBatch = false, Some(topic)),
      ended(stream(1))
    )
    assert(events.last.lineage.sources == topic.sources)
    assert(events.last.lineage.gaps == Vector())
    assert(events.last.lineage.sinks.map(_.dataset.id.name) == Vector("/t"))
  }

  test(
    "columns that only batches show stay, if the end of a write describes its table from the query's plan"
  ) {
    def sink(columns: ColumnLineage*) = Sink(Dataset(DatasetId("file", "/t")), columns.toVector)
    val known = ColumnLineage("v", Vector.empty)
    val part = ColumnLineage("v", Vector.empty, fields = Vector("x"))
    val unknown = ColumnLineage("v", Vector.empty, Certainty.Unknown)
    val added = ColumnLineage("added", Vector.empty)
    val batch = PlanLineage(sinks = Vector(sink(known, part)))
    val commit = Commit(Some("3"), Some(sink(unknown, added)))
    val events = run(
      begin,
      begun(1, PlanLineage(sinks = Vector(sink(unknown)))),
      Signal.BatchStarted(Query(1), stream(1), foreachBatch = false, Some(batch)),
      ended(stream(1)).copy(commits = Map(DatasetId("file", "/t") -> commit))
    )
    assert(events.last.lineage.sinks.map(_.columns) == Vector(Vector(known, part, added)))
    assert(events.last.lineage.sinks.map(_.dataset.version) == Vector(Some("3")))
  }

  test("what a batch tells for the whole stream is in each further event, once") {
    val user = Additions(Vector(AddedFacet(FacetTarget.Run, "user", "{}")))
    def batchWithFacet(n: Long) =
      Signal.BatchStarted(Query(n), stream(1), foreachBatch = false, lasting = user)
    val events =
      run(
        begin,
        begun(1),
        batchWithFacet(1),
        progress(1, 11, rows = 7),
        ended(1),
        batchWithFacet(2),
        ended(2),
        ended(stream(1))
      )
    assert(events.tail.map(_.additions.facets.size) == Vector(0, 1, 1))
  }

  test("a stream with one sink has the rows that went through as that sink's count") {
    val events = run(begin, begun(1, writes("/t")), progress(1, 11, rows = 7), ended(stream(1)))
    assert(events.last.statistics == Map(DatasetId("file", "/t") -> Statistics(Some(7), None, None)))
  }

  test("a stream that runs when its application ends is aborted, after what runs inside it") {
    val events = run(begin, begun(1), batch(1, of = 1, foreachBatch = true), query(2, root = 1), end)
    assert(summaries(events).takeRight(3) == Vector("ABORT app.2", "ABORT app.stream1", "COMPLETE app"))
  }

  test("whatever comes in whatever order, streams and what runs in them begin and end once") {
    val random = new Random(20260202)
    for (_ <- 1 to 500) {
      val streams = (1L to 2L).map(begun(_))
      val batches =
        (1L to 4L).map(n => batch(n, of = 1 + random.nextInt(2), foreachBatch = random.nextBoolean()))
      val inner =
        (11L to 16L).map(n => query(n, root = 1 + random.nextInt(4), writes(s"/${random.nextInt(3)}")))
      val moved = (1L to 4L).map(n => progress(1 + random.nextInt(2), n, rows = random.nextInt(2)))
      val ends = (streams.map(_.execution) ++ batches.map(_.batch) ++ inner.map(_.execution)).map(n =>
        ended(n, if (random.nextBoolean()) Some(RunError("x")) else None)
      ).filter(_ => random.nextInt(5) > 0)
      val signals = begin +: random.shuffle(streams ++ batches ++ inner ++ moved ++ ends) :+ end
      for ((_, ofRun) <- run(signals: _*).groupBy(_.run.runId)) {
        assert(ofRun.count(_.eventType == EventType.Start) == 1)
        assert(ofRun.count(_.eventType.isTerminal) == 1)
        assert(ofRun.head.eventType == EventType.Start && ofRun.last.eventType.isTerminal)
      }
      assert(signals.foldLeft(Runs())((state, signal) => state(signal)._1).open.isEmpty)
    }
  }
}
