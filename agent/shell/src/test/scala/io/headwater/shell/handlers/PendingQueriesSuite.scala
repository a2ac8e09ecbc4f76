package io.headwater.shell.handlers

import org.apache.spark.scheduler.SparkListenerJobStart
import org.scalatest.funsuite.AnyFunSuite

import io.headwater.shell.capture.{Captured, QueryInfo, RddJob}
import io.headwater.shell.lifecycle.SparkExecution

/** `tests/e2e/test_lagging_bus.py` has the queries that wait. */
final class PendingQueriesSuite extends AnyFunSuite {
  private def info(id: Long, root: Long) = QueryInfo(id, root, 0L, "Execute", Set.empty)
  private val innerStart = Captured.ReducedStart(info(2, root = 1))
  private val innerEnd = Captured.ReducedEnd(SparkExecution.Query(2), 1L, None, None)

  test(
    "a query waits for the one that it runs inside of, if that one has no plan because the queue was full"
  ) {
    val pending = new PendingQueries
    pending.add(QueryStart(info(1, root = 1), None), MissingPlan.QueueFull)
    assert(pending.keep(innerStart) && pending.keep(innerEnd))
    assert(pending.remove(1).exists(_._2 == Vector(innerStart, innerEnd)) && pending.first.isEmpty)
  }

  test("nothing waits for a query that is not pending, and a query does not wait for itself") {
    val pending = new PendingQueries
    assert(!pending.keep(innerStart) && !pending.keep(Captured.ReducedStart(info(1, root = 1))))
    assert(pending.remove(1).isEmpty)
  }

  test("no more than a bounded number of events wait for a query") {
    val pending = new PendingQueries
    pending.add(QueryStart(info(1, root = 1), None), MissingPlan.QueueFull)
    val rddJob = RddJob(SparkListenerJobStart(1, 0L, Nil), Set.empty, Some(SparkExecution.Query(1)))
    val job = Captured.JobUnread(rddJob, "in a test")
    assert((1 until PendingQueries.maxWaiting).forall(_ => pending.keep(job) && pending.full.isEmpty))
    assert(pending.keep(job) && pending.full.contains(1L))
    assert(pending.remove(1).exists(_._2.size == PendingQueries.maxWaiting) && pending.full.isEmpty)
  }
}
