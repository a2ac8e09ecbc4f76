package io.headwater.shell.handlers

import scala.collection.mutable

import org.scalatest.funsuite.AnyFunSuite

import io.headwater.shell.capture.{Captured, QueryInfo}
import io.headwater.shell.queue.BusProgress

final class MissedEndsSuite extends AnyFunSuite {

  /** The bus can hold 500 events. */
  private final class Bus {
    var received = 0L
    var waiting = 0
    val running: mutable.Set[Long] = mutable.Set(1L)
    val missed = new MissedEnds(new BusProgress(500, received, waiting), running.contains)

    def handle(events: Int, event: Captured = other): Vector[Long] =
      (1 to events).flatMap(_ => missed.before(event).map(_.id)).toVector
  }

  private val other = Captured.ReducedEnd(9, 0L, None, None)
  private val start = Captured.ReducedStart(QueryInfo(1, 1, 0L, "Execute", Set.empty))

  test("an end has been dropped if all that was in the bus and in the queue has been processed without it") {
    val bus = new Bus
    bus.handle(1, start)
    bus.running.clear()
    assert(bus.handle(100).isEmpty)
    bus.received += 501
    assert(bus.handle(100).isEmpty, "the end may be in the bus")
    bus.received += 1
    bus.waiting = 250
    assert(bus.handle(300).isEmpty, "the end may be in the queue")
    assert(bus.handle(100) == Vector(1L))
    assert(bus.handle(1000).isEmpty)
  }

  test("a query that runs, or whose end has come, is not missed, however many events follow") {
    val bus = new Bus
    bus.handle(1, start)
    bus.handle(1, Captured.ReducedStart(QueryInfo(2, 2, 0L, "Execute", Set.empty)))
    bus.handle(1, Captured.ReducedEnd(2, 0L, None, None))
    for (_ <- 1 to 10) {
      bus.received += 1000
      assert(bus.handle(1000).isEmpty)
    }
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
