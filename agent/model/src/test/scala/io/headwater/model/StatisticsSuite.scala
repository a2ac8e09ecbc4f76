package io.headwater.model

import org.scalatest.funsuite.AnyFunSuite

class StatisticsSuite extends AnyFunSuite {
  private val id = DatasetId("n", "a")
  private def reads(statistics: Statistics) = Reads(Map(id -> statistics))

  test("a dataset that is read twice has the sum of rows, and no count of files") {
    val once = reads(Statistics(Some(3), Some(10), Some(1)))
    assert(once.of(Vector(id)) == Map(id -> Statistics(Some(3), Some(10), Some(1))))
    assert((once + once).of(Vector(id)) == Map(id -> Statistics(rows = Some(6))))
  }

  test("a dataset that is partly read without metrics has no count, in either order") {
    val counted = reads(Statistics(Some(3), Some(10), Some(1)))
    val uncounted = reads(Statistics.none)
    assert((counted + uncounted).of(Vector(id)).isEmpty)
    assert((uncounted + counted + counted).of(Vector(id)).isEmpty)
  }

  test("a dataset that was not read has no count") {
    assert(reads(Statistics(Some(3))).of(Vector(DatasetId("n", "b"))).isEmpty)
  }

  test("a dataset has whole rows only if both of its descriptions say so, in either order") {
    val (whole, query) = (Dataset(id), Dataset(id, wholeRows = false))
    assert(!whole.union(query).wholeRows && !query.union(whole).wholeRows && whole.union(whole).wholeRows)
  }
}
