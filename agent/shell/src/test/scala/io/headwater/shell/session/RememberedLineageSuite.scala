package io.headwater.shell.session

import org.scalatest.funsuite.AnyFunSuite

import io.headwater.model.{
  Certainty,
  ColumnLineage,
  ColumnRef,
  Dataset,
  DatasetId,
  Dependency,
  Kind,
  Transformation
}
import io.headwater.plan.session.CachedLineage

final class RememberedLineageSuite extends AnyFunSuite {
  private def frame(source: String): CachedLineage = {
    val id = DatasetId("file", source)
    val from = Dependency(ColumnRef(id, "a"), Vector(Transformation(Kind.Identity)))
    CachedLineage(Vector(Dataset(id)), Vector(ColumnLineage("a", Vector(from))), Vector.empty)
  }

  test("a frame is found by its columns, and then by its RDD under any columns") {
    val frames = new RememberedLineage
    frames.add(Seq(1L), frame("/t"))
    assert(frames.of(Seq(2L), 7).isEmpty)
    assert(frames.of(Seq(1L), 7).contains(frame("/t")))
    assert(frames.of(Seq(2L), 7).contains(frame("/t")))
  }

  test("of two with the same columns the one that has no RDD yet is meant") {
    val frames = new RememberedLineage
    frames.add(Seq(1L), frame("/t"))
    assert(frames.of(Seq(1L), 7).contains(frame("/t")))
    frames.add(Seq(1L), frame("/u"))
    assert(frames.of(Seq(1L), 8).contains(frame("/u")))
    assert(frames.of(Seq(1L), 7).contains(frame("/t")))
  }

  test("where it may be either of two, it may depend on both, and says so") {
    val frames = new RememberedLineage
    frames.add(Seq(1L), frame("/t"))
    frames.add(Seq(1L), frame("/u"))
    val found = frames.of(Seq(1L), 7)
    assert(found.toVector.flatMap(_.columns).flatMap(_.dependencies).map(_.source.dataset.name) == Vector(
      "/t",
      "/u"
    ))
    assert(found.toVector.flatMap(_.columns).map(_.certainty) == Vector(Certainty.Opaque))
  }

  test("a stream's next batch takes the place of the one before") {
    val frames = new RememberedLineage
    frames.replace(Seq(1L), frame("/t"))
    assert(frames.of(Seq(1L), 7).contains(frame("/t")))
    frames.replace(Seq(1L), frame("/u"))
    assert(frames.of(Seq(1L), 8).contains(frame("/u")))
    assert(frames.of(Seq(2L), 7).isEmpty)
  }

  test("so many are kept, and the oldest are forgotten first") {
    val frames = new RememberedLineage(mostFrames = 2)
    (1 to 3).foreach(i => frames.add(Seq(i.toLong), frame(s"/t$i")))
    assert((1 to 3).map(i => frames.of(Seq(i.toLong), i).isDefined) == Seq(false, true, true))
    val small = new RememberedLineage(mostEdges = 3)
    (1 to 2).foreach(i => small.add(Seq(i.toLong), frame(s"/t$i")))
    assert((1 to 2).map(i => small.of(Seq(i.toLong), i).isDefined) == Seq(false, true))
  }
}
