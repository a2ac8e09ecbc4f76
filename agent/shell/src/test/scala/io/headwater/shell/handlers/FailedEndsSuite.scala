package io.headwater.shell.handlers

import java.time.Instant
import java.util.UUID

import org.apache.spark.sql.execution.ui.SparkListenerSQLExecutionEnd
import org.scalatest.funsuite.AnyFunSuite

import io.headwater.emit.breaker.CircuitBreaker
import io.headwater.model.{Additions, Application, EventType, JobId, JobType, RunRef}
import io.headwater.plan.Rules
import io.headwater.shell.capture.{Captured, QueryInfo, StreamInfo}
import io.headwater.shell.config.Configured
import io.headwater.shell.environment.SparkShimStub
import io.headwater.shell.extensions.snapshot.Nodes
import io.headwater.shell.extensions.{
  EmittedFacetStore,
  ExtensionCoordinator,
  ExtensionRequest,
  ExtensionResponse,
  Extensions,
  RunDraft
}
import io.headwater.shell.facets.RunFacets
import io.headwater.shell.lifecycle.{Signal, SparkExecution}
import io.headwater.shell.logging.ThrottledLog
import io.headwater.shell.meters.Meters
import io.headwater.shell.queue.BusProgress

/** Ends of queries without a plan; `tests/plans` has those of plans. */
final class FailedEndsSuite extends AnyFunSuite with Configured {
  import FailedEndsSuite._
  private val at = Instant.ofEpochSecond(7)
  private val job = JobId("default", "app")

  /** A handler, and what calls the extensions, which fail at each end. */
  private def opened(): (QueryEventHandler, ExtensionCoordinator) = {
    val (config, meters) = (good(), new Meters)
    val run = RunRef(new UUID(0, 1), job)
    val app =
      Signal.ApplicationStarted(at, run, Application("app-1", "App", "4.0.0", "local"), Map.empty, None)
    val extensions = new ExtensionCoordinator(Failing, new EmittedFacetStore, app, meters.extensionTimings)
    val skipped = new SkippedPlans(CircuitBreaker.never, new ThrottledLog(config.redactor), meters)
    val handler = new QueryEventHandler(
      config,
      NoSession,
      Rules(Nil),
      "app",
      extensions,
      skipped,
      meters,
      new RunFacets(Set.empty, Vector.empty),
      new BusProgress(10000, 0, 0)
    )
    (handler, extensions)
  }

  private def called(extensions: ExtensionCoordinator, execution: SparkExecution): Unit = {
    val draft = RunDraft(execution, at, new UUID(0, 1), job, JobType.sql, None, Set.empty)
    extensions.started(draft, Nodes.none, _ => Vector.empty)
    ()
  }

  test("an end of which a part cannot be read is an end, with a gap, and the failure is told") {
    val (handler, extensions) = opened()
    called(extensions, SparkExecution.Query(1))
    called(extensions, SparkExecution.Query(2))
    val ended =
      Captured.QueryEnded(SparkListenerSQLExecutionEnd(1, 9000), None, None, "collect", Vector.empty)
    for (event <- Vector(ended, Captured.ReducedEnd(SparkExecution.Query(2), 9000, None, None))) {
      val (signals, failures) = handler.handle(event).partition(_.isSuccess)
      val ends = signals.map(_.get).collect { case end: Signal.RunEnded => end }
      assert(ends.size == 1 && ends.forall(_.error.isEmpty))
      assert(ends.forall(_.added.lineage.gaps.exists(_.stage == "end")))
      assert(failures.map(_.failed.get.getMessage) == Vector("in a test"))
    }
  }

  test("a query whose end cannot be read completely has its start") {
    val (handler, extensions) = opened()
    called(extensions, SparkExecution.Query(1))
    assert(handler.handle(Captured.ReducedStart(QueryInfo(1, 1, 7000, "Execute", Set.empty))).isEmpty)
    val signals = handler.handle(Captured.ReducedEnd(SparkExecution.Query(1), 9000, None, None))
    assert(signals.filter(_.isSuccess).map(_.get.getClass.getSimpleName) == Vector("RunStarted", "RunEnded"))
    assert(signals.count(_.isFailure) == 1)
  }

  test("a query whose end was dropped has its start and an end that says so") {
    val (handler, _) = opened()
    assert(handler.handle(Captured.ReducedStart(QueryInfo(1, 1, 7000, "Execute", Set.empty))).isEmpty)
    val signals = handler.handle(Captured.EndDropped(SparkExecution.Query(1), at)).map(_.get)
    assert(signals.headOption.exists(_.isInstanceOf[Signal.RunStarted]))
    val ends = signals.collect { case end: Signal.RunEnded => end }
    assert(ends.size == 1 && ends.forall(_.error.exists(_.isStopped)))
    assert(ends.forall(_.added.lineage.gaps.exists(_.stage == "queue")))
  }

  test("an RDD job whose end was dropped has an end that says so, and the extensions keep nothing of it") {
    val (handler, extensions) = opened()
    val execution = SparkExecution.Job(4)
    called(extensions, execution)
    val signals =
      handler.handle(Captured.EndDropped(execution, at)).filter(_.isSuccess).map(_.get)
    assertMissed(signals, execution)
    assert(extensions.ended(execution, at, None, (_, _) => fail("the run is known")) == Additions.none)
  }

  test("a streaming query whose end was dropped has its start and an end that says so, and is forgotten") {
    val (handler, _) = opened()
    val stream = SparkExecution.StreamingQuery(new UUID(0, 5), new UUID(0, 6))
    val start = StreamInfo.of(StreamEvents.started(stream.queryId, stream.runId))
    assert(handler.handle(Captured.StreamStarted(start, None)).isEmpty)
    val signals = handler.handle(Captured.EndDropped(stream, at)).map(_.get)
    assert(signals.headOption.exists(_.isInstanceOf[Signal.RunStarted]))
    assertMissed(signals, stream)
    assert(handler.handle(Captured.EndDropped(stream, at)).isEmpty)
  }

  private def assertMissed(signals: Vector[Signal], execution: SparkExecution): Unit = {
    val ends = signals.collect { case end: Signal.RunEnded => end }
    assert(ends.map(_.execution) == Vector(execution) && ends.forall(_.error.exists(_.isStopped)))
    assert(ends.forall(_.added.lineage.gaps.exists(_.stage == "queue")))
    ()
  }
}

private object FailedEndsSuite {

  /** What happens if the driver has no memory left. */
  private object Failing extends Extensions {
    def consult(request: ExtensionRequest): ExtensionResponse =
      if (request.event.eventType == EventType.Start) ExtensionResponse.none
      else throw new OutOfMemoryError("in a test")
    def wantsJobs: Boolean = false
    def wantsProgress: Boolean = false
  }

  private object NoSession extends SparkShimStub
}
