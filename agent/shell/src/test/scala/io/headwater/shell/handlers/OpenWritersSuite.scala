package io.headwater.shell.handlers

import org.scalatest.funsuite.AnyFunSuite

import io.headwater.model.{Dataset, DatasetId, PlanLineage, Sink}

final class OpenWritersSuite extends AnyFunSuite {
  private def to(names: String*) =
    PlanLineage(sinks = names.toVector.map(n => Sink(Dataset(DatasetId("file", n)))))

  test("two queries that write to one dataset at the same time are not alone") {
    val writers = new OpenWriters
    val first = writers.began(1, to("/t", "/u"))
    val other = writers.began(2, to("/v"))
    val second = writers.began(3, to("/t"))
    writers.ended(first)
    assert(!first.isAlone && !second.isAlone && other.isAlone)
    writers.ended(second)
    assert(writers.began(4, to("/t")).isAlone, "the others have ended")
  }

  test("the queries that one query runs write for it") {
    val writers = new OpenWriters
    val all = Vector.fill(3)(writers.began(1, to("/t")))
    all.foreach(writers.ended)
    assert(all.forall(_.isAlone) && writers.began(2, to("/t")).isAlone)
  }
}
