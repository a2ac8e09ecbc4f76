package io.headwater.plan.session

import java.time.Instant

import org.scalatest.funsuite.AnyFunSuite

import io.headwater.model.QueryTime

final class CommittedVersionsSuite extends AnyFunSuite {
  private def time(start: Long, end: Long) =
    QueryTime(Instant.ofEpochMilli(start), Instant.ofEpochMilli(end))

  test("a version that a query has committed is not that of a later query") {
    val versions = new CommittedVersions
    assert(versions.accept("t", "7", time(10, 20)))
    assert(!versions.accept("t", "7", time(20, 30)))
    assert(!versions.accept("t", "7", time(40, 50)))
    assert(versions.accept("t", "8", time(60, 70)))
    assert(versions.accept("u", "8", time(80, 90)))
  }

  test("a query and the query inside it have one version") {
    val versions = new CommittedVersions
    assert(versions.accept("t", "7", time(12, 18)))
    assert(versions.accept("t", "7", time(10, 20)))
    assert(!versions.accept("t", "7", time(19, 30)))
  }
}
