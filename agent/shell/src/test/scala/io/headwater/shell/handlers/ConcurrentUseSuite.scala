package io.headwater.shell.handlers

import org.scalatest.funsuite.AnyFunSuite

import io.headwater.shell.lifecycle.SparkExecution.Query

final class ConcurrentUseSuite extends AnyFunSuite {
  test("two queries that write to one dataset at the same time are not alone") {
    val writers = new ConcurrentUse[String]
    val first = writers.began(Query(1), Seq("/t", "/u"))
    val other = writers.began(Query(2), Seq("/v"))
    val second = writers.began(Query(3), Seq("/t"))
    writers.ended(first)
    assert(!first.isExclusive && !second.isExclusive && other.isExclusive)
    writers.ended(second)
    assert(writers.began(Query(4), Seq("/t")).isExclusive, "the others have ended")
  }

  test("the queries that one query runs write for it") {
    val writers = new ConcurrentUse[String]
    val all = Vector.fill(3)(writers.began(Query(1), Seq("/t")))
    all.foreach(writers.ended)
    assert(all.forall(_.isExclusive) && writers.began(Query(2), Seq("/t")).isExclusive)
  }
}
