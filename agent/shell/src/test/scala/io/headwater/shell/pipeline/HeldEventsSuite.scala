package io.headwater.shell.pipeline

import java.time.{Duration, Instant}
import java.util.UUID

import scala.collection.mutable.ArrayBuffer

import org.scalatest.funsuite.AnyFunSuite

import io.headwater.emit.Emitter
import io.headwater.emit.spool.DeliveryCounts
import io.headwater.model.{Application, EventType, JobId, JobType, RunEvent, RunRef}
import io.headwater.redaction.Redactor
import io.headwater.shell.extensions.python.Reviewed
import io.headwater.shell.extensions.python.Reviewed.{Dropped, Kept, Refused, Waiting}
import io.headwater.shell.logging.ThrottledLog
import io.headwater.shell.meters.Meters
import io.headwater.shell.queue.DropCounts

class HeldEventsSuite extends AnyFunSuite {

  /** Keeps the names of the jobs that were sent, and those that were set aside. */
  private final class Recorder extends Emitter {
    val sent, aside, skipped = ArrayBuffer.empty[String]
    def emit(event: RunEvent): Unit =
      if (event.run.job.name == "broken") throw new NoSuchMethodError("of another release")
      else sent += event.run.job.name
    def setAside(event: RunEvent, reason: String): Boolean = {
      aside += s"${event.run.job.name}: $reason"
      true
    }
    def skip(event: RunEvent): Unit = skipped += event.run.job.name
    def close(within: Duration): Unit = ()
    def counts: DeliveryCounts = DeliveryCounts()
    def acceptingDestinations: Int = 1
    def description: String = "recorder"
  }

  private def event(name: String): RunEvent = RunEvent(
    EventType.Start,
    Instant.EPOCH,
    RunRef(new UUID(0, 0), JobId("default", name)),
    JobType.sql,
    Application("app-1", "app", "4.0.1", "local")
  )

  private final class Setup(review: RunEvent => Reviewed) {
    val recorder = new Recorder
    var millis = 0L
    val sender = new EventSender(recorder, new ThrottledLog(Redactor.default), "/spool", new Meters)
    val held = new HeldEvents(review, sender, () => millis)
    def send(names: String*): Unit = names.foreach(n => held.send(event(n)))
  }

  test("events that wait are sent in their order when the extension is back") {
    var away = true
    var reviews = 0
    val setup = new Setup(e => { reviews += 1; if (away) Waiting("away") else Kept(e) })
    setup.send("a", "b", "c")
    assert(reviews == 1, "nothing is asked again within a second")
    away = false
    setup.send("d")
    assert(setup.recorder.sent.isEmpty)
    setup.millis = 1000
    setup.send("e")
    assert(setup.recorder.sent == Seq("a", "b", "c", "d", "e"))
    assert(setup.recorder.aside.isEmpty)
  }

  test("a refused event does not hold up the others, and a dropped one leaves nothing") {
    val setup = new Setup(e =>
      e.run.job.name match {
        case "bad" => Refused(e, "failed")
        case "unwanted" => Dropped
        case _ => Kept(e)
      }
    )
    setup.send("a", "bad", "unwanted", "b")
    assert(setup.recorder.skipped == Seq("unwanted"))
    assert(setup.recorder.sent == Seq("a", "b"))
    assert(setup.recorder.aside == Seq("bad: failed"))
  }

  test("an event that cannot be sent holds up neither those that wait behind it nor the next one") {
    var away = true
    val setup = new Setup(e => if (away) Waiting("away") else Kept(e))
    setup.send("a", "broken", "b")
    away = false
    setup.millis = 1000
    setup.send("c")
    assert(setup.recorder.sent == Seq("a", "b", "c"))
    assert(setup.sender.counts(DropCounts())("eventsFailed") == 1)
    intercept[NoSuchMethodError](setup.send("broken"))
    away = true
    setup.send("d", "broken", "e")
    away = false
    setup.held.close()
    assert(setup.recorder.sent == Seq("a", "b", "c", "d", "e") && setup.recorder.aside.isEmpty)
  }

  test("what still waits at the end is set aside, and so is the oldest of more than 1,000") {
    val setup = new Setup(_ => Waiting("away"))
    (0 to 1000).foreach(n => setup.send(s"e$n"))
    assert(setup.recorder.aside == Seq("e0: away"))
    setup.held.close()
    assert(setup.recorder.aside.size == 1001)
    assert(setup.recorder.aside.last == "e1000: away")
    assert(setup.recorder.sent.isEmpty)
  }

  test("the oldest of more than 64 MB are set aside, each event counted once") {
    var away = true
    val setup = new Setup(e => if (away) Waiting("away") else Kept(e))
    def large(n: Int): RunEvent = event(s"e$n").copy(sql = Some("x" * (5 << 20))) // 10 MB in memory
    (1 to 8).foreach(n => setup.held.send(large(n)))
    assert(setup.recorder.aside == Seq("e1: away", "e2: away"))
    away = false
    setup.millis = 1000
    setup.send("e9")
    assert(setup.recorder.sent == (3 to 9).map(n => s"e$n"))
    away = true
    (10 to 15).foreach(n => setup.held.send(large(n)))
    assert(setup.recorder.aside.size == 2, "what was sent no longer counts")
    setup.held.send(event("e16").copy(sql = Some("x" * (40 << 20))))
    assert(setup.recorder.aside.size == 9, "an event that never fits is set aside itself")
  }
}
