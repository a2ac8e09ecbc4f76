package io.headwater.shell.session

import java.lang.ref.WeakReference
import java.util.UUID

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
import io.headwater.plan.session.{CachedLineage, RddReference}
import io.headwater.shell.lifecycle.SparkExecution.StreamingQuery

final class RememberedLineageSuite extends AnyFunSuite {
  private def lineage(source: String): CachedLineage = {
    val id = DatasetId("file", source)
    val from = Dependency(ColumnRef(id, "a"), Vector(Transformation(Kind.Identity)))
    CachedLineage(Vector(Dataset(id)), Vector(ColumnLineage("a", Vector(from))), Vector.empty)
  }

  private def streamingQuery(n: Long) = StreamingQuery(new UUID(0, n), new UUID(1, n))

  test("an entry is found by its columns, and after that by its RDD with any columns") {
    val lineages = new RememberedLineage
    lineages.add(Seq(1L), lineage("/t"))
    assert(lineages.find(Seq(2L), RddReference(7)).isEmpty)
    assert(lineages.find(Seq(1L), RddReference(7)).contains(lineage("/t")))
    assert(lineages.find(Seq(2L), RddReference(7)).contains(lineage("/t")))
  }

  test("an entry whose RDD is known is found by it only") {
    val lineages = new RememberedLineage
    lineages.add(Seq(1L), lineage("/t"), rdd = Some(RddReference(7)))
    lineages.add(Seq(1L), lineage("/u"), rdd = Some(RddReference(8)))
    assert(lineages.find(Seq(2L), RddReference(8)).contains(lineage("/u")))
    assert(lineages.find(Seq(1L), RddReference(7)).contains(lineage("/t")))
    assert(lineages.find(Seq(1L), RddReference(9)).isEmpty)
  }

  test("of two entries with the same columns the one without an RDD is returned") {
    val lineages = new RememberedLineage
    lineages.add(Seq(1L), lineage("/t"))
    assert(lineages.find(Seq(1L), RddReference(7)).contains(lineage("/t")))
    lineages.add(Seq(1L), lineage("/u"))
    assert(lineages.find(Seq(1L), RddReference(8)).contains(lineage("/u")))
    assert(lineages.find(Seq(1L), RddReference(7)).contains(lineage("/t")))
  }

  test("if two entries are possible, the result has the dependencies of both and is opaque") {
    val lineages = new RememberedLineage
    lineages.add(Seq(1L), lineage("/t"))
    lineages.add(Seq(1L), lineage("/u"))
    val found = lineages.find(Seq(1L), RddReference(7))
    assert(found.toVector.flatMap(_.columns).flatMap(_.dependencies).map(_.source.dataset.name) == Vector(
      "/t",
      "/u"
    ))
    assert(found.toVector.flatMap(_.columns).map(_.certainty) == Vector(Certainty.Opaque))
  }

  test("the next batch of a stream replaces the previous one") {
    val lineages = new RememberedLineage
    lineages.addBatch(MicroBatch(streamingQuery(1), 10), Seq(1L), lineage("/t"))
    assert(lineages.find(Seq(1L), RddReference(7)).contains(lineage("/t")))
    lineages.addBatch(MicroBatch(streamingQuery(1), 20), Seq(1L), lineage("/u"))
    assert(lineages.find(Seq(1L), RddReference(8)).contains(lineage("/u")))
    assert(lineages.find(Seq(2L), RddReference(7)).contains(lineage("/u")), "a frame of the batch before")
    assert(lineages.find(Seq(2L), RddReference(9)).isEmpty)
  }

  test("a DataFrame that is kept from a batch does not take the lineage of the next one") {
    val lineages = new RememberedLineage
    lineages.addBatch(MicroBatch(streamingQuery(1), 10), Seq(1L), lineage("/t"))
    assert(lineages.within(10).find(Seq(1L), RddReference(7)).contains(lineage("/t")))
    lineages.addBatch(MicroBatch(streamingQuery(1), 20), Seq(1L), lineage("/t"))
    for (rdd <- Seq(7, 8, 7))
      assert(lineages.within(20).find(Seq(1L), RddReference(rdd)).contains(lineage("/t")))
    lineages.addBatch(MicroBatch(streamingQuery(1), 30), Seq(1L), lineage("/t"))
    for (rdd <- Seq(7, 8, 9))
      assert(lineages.within(30).find(Seq(1L), RddReference(rdd)).contains(lineage("/t")))
  }

  test("the DataFrame of a batch is known by its RDD, whatever ids its columns have got") {
    val lineages = new RememberedLineage
    var made = Option.empty[RddReference]
    lineages.addBatch(MicroBatch(streamingQuery(1), 10, () => made), Seq(1L), lineage("/t"))
    assert(lineages.within(10).find(Seq(5L), RddReference(7)).isEmpty)
    made = Some(RddReference(7))
    assert(lineages.within(10).find(Seq(5L), RddReference(7)).contains(lineage("/t")))
    assert(lineages.find(Nil, RddReference(7)).contains(lineage("/t")))
  }

  test("the DataFrame of a batch that the program first reads in a later one is known") {
    val lineages = new RememberedLineage
    lineages.addBatch(
      MicroBatch(streamingQuery(1), 10, () => Some(RddReference(7))),
      Seq(1L),
      lineage("/t")
    )
    lineages.addBatch(
      MicroBatch(streamingQuery(1), 20, () => Some(RddReference(8))),
      Seq(1L),
      lineage("/t")
    )
    for (rdd <- Seq(7, 8)) assert(lineages.find(Seq(5L), RddReference(rdd)).contains(lineage("/t")))
  }

  test("batches of two streams with the same columns are told apart by the batch of the query") {
    val lineages = new RememberedLineage
    lineages.addBatch(MicroBatch(streamingQuery(1), 10), Seq(1L), lineage("/t"))
    lineages.addBatch(MicroBatch(streamingQuery(2), 20), Seq(1L), lineage("/u"))
    assert(lineages.within(20).find(Seq(1L), RddReference(8)).contains(lineage("/u")))
    assert(lineages.within(10).find(Seq(1L), RddReference(7)).contains(lineage("/t")))
    // the RDD is known from now on, whichever query reads it
    assert(lineages.find(Seq(1L), RddReference(8)).contains(lineage("/u")))
  }

  test("the number of entries is limited; the oldest are dropped first") {
    val lineages = new RememberedLineage(maxEntries = 2)
    (1 to 3).foreach(i => lineages.add(Seq(i.toLong), lineage(s"/t$i")))
    assert((1 to 3).map(i => lineages.find(Seq(i.toLong), RddReference(i)).isDefined) == Seq(
      false,
      true,
      true
    ))
    val small = new RememberedLineage(maxEdges = 3)
    (1 to 2).foreach(i => small.add(Seq(i.toLong), lineage(s"/t$i")))
    assert((1 to 2).map(i => small.find(Seq(i.toLong), RddReference(i)).isDefined) == Seq(false, true))
  }

  test("streams that have ended push out no checkpoint") {
    val lineages = new RememberedLineage(maxEntries = 3)
    lineages.add(Seq(1L), lineage("/t"))
    for (stream <- 1L to 10L) {
      lineages.addBatch(MicroBatch(streamingQuery(stream), stream), Seq(10 + stream), lineage(s"/s$stream"))
      lineages.streamEnded(streamingQuery(stream))
    }
    assert(lineages.find(Seq(1L), RddReference(7)).contains(lineage("/t")))
    assert(lineages.find(Seq(20L), RddReference(8)).contains(lineage("/s10")), "there is room for it")
  }

  test("what is looked up stays") {
    val lineages = new RememberedLineage(maxEntries = 3)
    (1 to 3).foreach(i => lineages.add(Seq(i.toLong), lineage(s"/t$i")))
    for (i <- 4 to 20) {
      lineages.add(Seq(i.toLong), lineage(s"/t$i"))
      if (i == 4) assert(lineages.find(Seq(1L), RddReference(1)).isEmpty)
      assert(lineages.find(Seq(2L), RddReference(2)).contains(lineage("/t2")))
    }
  }

  test("an entry whose RDD is gone is dropped first") {
    val lineages = new RememberedLineage(maxEntries = 2)
    val gone = new WeakReference[AnyRef](new Object)
    lineages.add(Seq(1L), lineage("/t"))
    lineages.add(Seq(2L), lineage("/u"), Some(RddReference(2, Some(gone))))
    gone.clear()
    lineages.add(Seq(3L), lineage("/v"))
    assert((1 to 3).map(i => lineages.find(Seq(i.toLong), RddReference(i)).isDefined) == Seq(
      true,
      false,
      true
    ))
  }
}
