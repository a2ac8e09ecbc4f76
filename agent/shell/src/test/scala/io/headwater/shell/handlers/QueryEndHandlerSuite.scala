package io.headwater.shell.handlers

import org.scalatest.funsuite.AnyFunSuite

import io.headwater.model.PlanLineage
import io.headwater.plan.Lineage
import io.headwater.shell.capture.QueryInfo

final class QueryEndHandlerSuite extends AnyFunSuite {
  private val read = Lineage.Result(PlanLineage(), Vector.empty, Vector.empty, Vector.empty)

  private def started(isMeasured: Boolean): StartedQuery =
    StartedQuery(
      QueryInfo(1, 1, 0L, "Execute", Set.empty),
      read,
      isMeasured,
      ConcurrentUse.none,
      ConcurrentUse.none
    )

  test("only queries whose plan was read, and that are part of a run, are counted") {
    assert(QueryEndHandler.isCounted(Some(started(isMeasured = true))))
    assert(!QueryEndHandler.isCounted(Some(started(isMeasured = false))))
    assert(!QueryEndHandler.isCounted(None))
  }

  test("the plan of a query that is known to have no run is not described") {
    assert(QueryEndHandler.isInRun(Some(started(isMeasured = true))) && QueryEndHandler.isInRun(None))
    assert(!QueryEndHandler.isInRun(Some(started(isMeasured = false))))
  }
}
