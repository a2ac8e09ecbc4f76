package io.headwater.shell.handlers

import java.util.UUID

import org.apache.spark.scheduler.{SparkListenerJobStart, StageInfo}
import org.scalatest.funsuite.AnyFunSuite

import io.headwater.shell.capture.{Captured, QueryInfo, RddJob, StreamInfo}
import io.headwater.shell.lifecycle.SparkExecution
import io.headwater.shell.queue.BusProgress

final class DroppedEndsSuite extends AnyFunSuite {

  /** The bus can hold 500 events. */
  private final class Bus {
    var received = 0L
    var waiting = 0
    var isRunning: Option[Boolean] = Some(true)
    val missed = new DroppedEnds(new BusProgress(500, received, waiting), _ => isRunning, maxUnknown = 3)

    def handle(events: Int, event: Captured = other): Vector[SparkExecution] =
      (1 to events).flatMap(_ => missed.before(event).map(_.execution)).toVector

    /** Delivers and processes all that can be in the queues. */
    def pass(): Vector[SparkExecution] = {
      val first = handle(100)
      received += 1000
      first ++ handle(200)
    }
  }

  private val other = Captured.ReducedEnd(SparkExecution.Query(9), 0L, None, None)
  private val job =
    Captured.JobUnread(RddJob(SparkListenerJobStart(4, 0L, Seq.empty[StageInfo]), Set.empty), "in a test")
  private val stream = SparkExecution.StreamingQuery(new UUID(0, 5), new UUID(0, 6))
  private val streamStart =
    Captured.StreamStarted(StreamInfo.of(StreamEvents.started(stream.queryId, stream.runId)), None)
  private val start = Captured.ReducedStart(QueryInfo(1, 1, 0L, "Execute", Set.empty))

  private def terminated(stream: SparkExecution.StreamingQuery) =
    StreamEvents.terminated(stream.queryId, stream.runId)

  test("an end has been dropped if all that was in the bus and in the queue has been processed without it") {
    val bus = new Bus
    bus.handle(1, start)
    bus.isRunning = Some(false)
    assert(bus.handle(100).isEmpty)
    bus.received += 501
    assert(bus.handle(100).isEmpty, "the end may be in the bus")
    bus.received += 1
    bus.waiting = 250
    assert(bus.handle(300).isEmpty, "the end may be in the queue")
    assert(bus.handle(100) == Vector(SparkExecution.Query(1)))
    assert(bus.handle(1000).isEmpty)
  }

  test("a query that runs, or whose end has come, is not missed, however many events follow") {
    val bus = new Bus
    bus.handle(1, start)
    bus.handle(1, Captured.ReducedStart(QueryInfo(2, 2, 0L, "Execute", Set.empty)))
    bus.handle(1, Captured.ReducedEnd(SparkExecution.Query(2), 0L, None, None))
    for (_ <- 1 to 10) {
      bus.received += 1000
      assert(bus.handle(1000).isEmpty)
    }
  }

  test("the dropped ends of jobs and streams are found, too") {
    val bus = new Bus
    bus.handle(1, job)
    bus.handle(1, streamStart)
    assert(bus.pass().isEmpty && bus.pass().isEmpty)
    bus.isRunning = Some(false)
    assert(bus.pass() == Vector(SparkExecution.Job(4), stream))
    assert(bus.pass().isEmpty)
  }

  test("a job or stream whose end has come is not missed") {
    val bus = new Bus
    bus.isRunning = Some(false)
    bus.handle(1, job)
    bus.handle(1, streamStart)
    bus.handle(1, Captured.JobEnded(SparkExecution.Job(4), 1L, None, None))
    bus.handle(1, Captured.StreamTerminated(terminated(stream), 1L))
    assert(bus.pass().isEmpty)
  }

  test("what Spark knows again has not ended: its table may have changed while it was read") {
    val bus = new Bus
    bus.handle(1, job)
    bus.isRunning = Some(false)
    bus.handle(100)
    bus.isRunning = Some(true)
    bus.received += 1000
    assert(bus.handle(1000).isEmpty)
    bus.isRunning = Some(false)
    assert(bus.pass() == Vector(SparkExecution.Job(4)))
  }

  test("if Spark does not tell what runs, a bounded number is kept, and the oldest ends first") {
    val bus = new Bus
    bus.isRunning = None
    for (id <- 1L to 5L) bus.handle(1, Captured.ReducedStart(QueryInfo(id, id, 0L, "Execute", Set.empty)))
    assert(bus.handle(100) == Vector(SparkExecution.Query(1), SparkExecution.Query(2)))
    assert(bus.pass().isEmpty)
    bus.isRunning = Some(true)
    for (id <- 6L to 9L) bus.handle(1, Captured.ReducedStart(QueryInfo(id, id, 0L, "Execute", Set.empty)))
    assert(bus.pass().isEmpty, "what is known to run stays")
  }

  test("the setting of the shared queue comes before that of all queues") {
    val both = Map(
      "spark.scheduler.listenerbus.eventqueue.shared.capacity" -> "7",
      "spark.scheduler.listenerbus.eventqueue.capacity" -> "8"
    )
    assert(BusProgress.capacity(both.get) == 7 && BusProgress.capacity((both - both.keys.min).get) != 10000)
    assert(BusProgress.capacity(_ => None) == 10000)
  }
}
