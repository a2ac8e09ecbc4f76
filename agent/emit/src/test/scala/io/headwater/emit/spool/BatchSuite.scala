package io.headwater.emit.spool

import org.scalatest.funsuite.AnyFunSuite

import io.headwater.emit.event.SerializedEvent
import io.headwater.emit.transport.{EmissionException, EventTransport, Retryability}

class BatchSuite extends AnyFunSuite {
  import Fixtures._

  private val settings = SpoolSettings(root = folder())
  private def disk(): SpoolDirectory =
    new Spool(
      settings,
      () => 0L
    ).create(SegmentHeader("app", "batches", Vector.empty)).fold(fail(_), identity)

  /** Takes up to three events at once.
    *
    * @param answer
    *   throws if the events are not accepted
    */
  private final class Batches(answer: Vector[String] => Unit) extends EventTransport {
    var calls = Vector.empty[Vector[String]]
    override def maxBatch: Int = 3
    def send(event: SerializedEvent): Unit = sendAll(Vector(event))
    override def sendAll(events: Vector[SerializedEvent]): Unit = {
      val summaries = events.map(e => summary(e.line))
      calls :+= summaries
      answer(summaries)
    }
    def close(): Unit = ()
    def description: String = "batches"
  }

  private def backlog(own: Backlog, events: Int): Backlog = {
    for (n <- 1 to events) own.add(event(runId(n), "START", n.toLong))
    own
  }
  private def sender(own: Backlog, to: EventTransport, others: Vector[EventSource] = Vector.empty) =
    new Sender(own, () => others.iterator, to, new Backoff(() => 0.5), identity, _ => ())
  private def names(from: Int, until: Int) = (from to until).toVector.map(n => s"$n START $n")

  for (
    (name, newDisk) <-
      Seq[(String, () => Option[SpoolDirectory])]("disk" -> (() => Some(disk())), "memory" -> (() => None))
  )
    test(s"events on $name are sent in batches, in their order") {
      val to = new Batches(_ => ())
      val s = sender(backlog(new Backlog(newDisk(), _ => ()), 7), to)
      assert(Vector.fill(4)(s.step(0)) == Vector(
        Sender.Handled,
        Sender.Handled,
        Sender.Handled,
        Sender.Empty
      ))
      assert(to.calls == Vector(names(1, 3), names(4, 6), names(7, 7)) && s.sent == 7)
    }

  test("a batch of events that dead applications have left is counted as recovered") {
    val d = disk()
    backlog(new Backlog(Some(d), _ => ()), 2)
    val s = sender(new Backlog(None, _ => ()), new Batches(_ => ()), Vector(d))
    assert(s.step(0) == Sender.Handled && s.recovered == 2 && s.sent == 0 && s.step(0) == Sender.Empty)
  }

  test(
    "of a batch that is refused, the events are sent one at a time, and only the refused one is a dead letter"
  ) {
    val to = new Batches(events =>
      if (events.exists(_.startsWith("2"))) throw new EmissionException("bad", Retryability.Permanent)
    )
    val d = disk()
    val s = sender(backlog(new Backlog(Some(d), _ => ()), 6), to)
    while (s.step(0) == Sender.Handled) ()
    assert(to.calls == names(1, 3) +: names(1, 3).map(Vector(_)) :+ names(4, 6))
    assert(s.sent == 5 && s.dead == 1 && d.isEmpty)
  }

  test("a destination that accepts nothing now gets the same batch again, after a pause") {
    var isDown = true
    val to = new Batches(_ => if (isDown) throw new EmissionException("down", Retryability.Unavailable()))
    val s = sender(backlog(new Backlog(Some(disk()), _ => ()), 2), to)
    assert(s.step(0) == Sender.Wait(187))
    isDown = false
    assert(s.step(1) == Sender.Wait(186) && s.step(187) == Sender.Handled)
    assert(to.calls == Vector(names(1, 2), names(1, 2)))
  }

  test("a batch ends before it has too many characters") {
    val own = new Backlog(Some(disk()), _ => ())
    val large = json(runId(1), "START", 1).replace("jöb", "x" * (EventSource.maxBatchChars * 2 / 3))
    (1 to 2).foreach(_ => own.add(SerializedEvent.read(large)))
    assert(own.nextAll(3, _ => false).size == 1)
  }
}
