package io.headwater.shell.extensions

import java.time.Instant
import java.util.UUID

import scala.collection.mutable

import org.apache.spark.scheduler.{JobSucceeded, SparkListenerJobEnd}
import org.scalatest.funsuite.AnyFunSuite

import io.headwater.model.{Application, EventType, JobId, JobType, RunError, RunRef}
import io.headwater.shell.capture.JobEvent
import io.headwater.shell.extensions.snapshot.Nodes
import io.headwater.shell.lifecycle.{Signal, SparkExecution}
import io.headwater.shell.meters.Meters

final class ExtensionCoordinatorSuite extends AnyFunSuite {
  import ExtensionCoordinatorSuite._

  test("extensions see the event type that the run's last event has") {
    val ends = Vector(
      None -> EventType.Complete,
      Some(RunError("a task failed")) -> EventType.Fail,
      Some(RunError("Job 1 cancelled", isStopped = true)) -> EventType.Abort
    )
    for ((error, eventType) <- ends) {
      val extensions = new RecordingExtensions
      val coordinator =
        new ExtensionCoordinator(extensions, new EmittedFacetStore, app, new Meters().extensionTimings)
      coordinator.started(draft, Nodes.none, _ => Vector.empty)
      coordinator.ended(draft.execution, at, error)
      assert(extensions.seen == Vector(EventType.Start, eventType))
    }
  }

  test("events of jobs that extensions do not see, because a run has too many, are counted") {
    val coordinator =
      new ExtensionCoordinator(
        new RecordingExtensions,
        new EmittedFacetStore,
        app,
        new Meters().extensionTimings
      )
    coordinator.started(draft, Nodes.none, _ => Vector.empty)
    val event = JobEvent.Ended(SparkListenerJobEnd(1, 1L, JobSucceeded), None)
    (1 to 10000).foreach(_ => coordinator.observe(draft.execution, event))
    assert(coordinator.dropped.isEmpty)
    (1 to 2).foreach(_ => coordinator.observe(draft.execution, event))
    assert(coordinator.dropped == Map("jobEventsDropped" -> 2L))
  }
}

private object ExtensionCoordinatorSuite {
  private val at = Instant.ofEpochSecond(7)
  private val run = RunRef(new UUID(0, 1), JobId("default", "app"))
  private val app =
    Signal.ApplicationStarted(at, run, Application("app-1", "App", "4.0.0", "local"), Map.empty, None)
  private val draft =
    RunDraft(SparkExecution.Query(1), at, run.runId, run.job, JobType.sql, None, Set.empty)

  private final class RecordingExtensions extends Extensions {
    private val types = mutable.ArrayBuffer.empty[EventType]
    def seen: Vector[EventType] = types.toVector
    def consult(request: ExtensionRequest): ExtensionResponse = {
      types += request.event.eventType
      ExtensionResponse.none
    }
    def wantsJobs: Boolean = false
    def wantsProgress: Boolean = false
  }
}
