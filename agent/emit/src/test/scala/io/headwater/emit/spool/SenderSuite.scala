package io.headwater.emit.spool

import java.nio.file.Files
import java.time.Duration

import org.scalatest.funsuite.AnyFunSuite

import io.headwater.emit.transport.{EmissionException, Retryability}
import io.headwater.redaction.Redactor

class SenderSuite extends AnyFunSuite {
  import Fixtures._

  private val settings = SpoolSettings(root = folder())
  private def disk(): SpoolDirectory =
    new Spool(
      settings,
      () => 0L
    ).create(SegmentHeader("app", "backend", Vector.empty)).fold(fail(_), identity)
  private def sender(own: Backlog, backend: Backend, others: Vector[EventSource] = Vector.empty) =
    new Sender(own, () => others.iterator, backend, new Backoff(() => 0.5), identity, _ => ())
  private def again(after: Option[Duration] = None): Nothing =
    throw new EmissionException(
      "no",
      after.fold[Retryability](Retryability.Retry())(a => Retryability.Unavailable(Some(a)))
    )

  test("the delay doubles up to 30 seconds, with jitter; the backend may ask for a longer one") {
    def all(random: Double) = (1 to 12).map(n => new Backoff(() => random).millis(n, Retryability.Retry()))
    assert(all(0.0).take(4) == Vector(250, 500, 1000, 2000) && all(0.0).max == 30000)
    assert(all(0.999).zip(all(0.0)).forall { case (a, b) => a >= b / 2 && a < b })
    val asks = Retryability.Unavailable(Some(Duration.ofMinutes(2)))
    assert(new Backoff(() => 0.0).millis(1, asks) == 120000)
    assert(new Backoff(() => 0.0).millis(1, Retryability.Unavailable(Some(Duration.ofDays(9)))) == 600000)
  }

  test("an event is sent until it is accepted, and the order is kept") {
    val own = new Backlog(Some(disk()), _ => ())
    val backend = new Backend(call => if (call < 4) again())
    val s = sender(own, backend)
    Vector("START", "COMPLETE").zipWithIndex.foreach { case (k, n) => own.add(event(runId(1), k, n.toLong)) }
    assert(s.step(1000) == Sender.Wait(187) && s.step(1100) == Sender.Wait(87) && s.failures == 1)
    assert(
      s.step(1187) == Sender.Wait(375) && s.step(1562) == Sender.Wait(750) && s.step(2312) == Sender.Handled
    )
    assert(s.step(2312) == Sender.Handled && s.step(2312) == Sender.Empty && s.sent == 2 && s.failures == 0)
    assert(backend.got.result() == Vector("1 START 0", "1 COMPLETE 1"))
  }

  test("the reason of a dead letter has no secret, whoever wrote its text") {
    val directory = disk()
    val own = new Backlog(Some(directory), _ => ())
    own.add(event(runId(1), "START", 0))
    val refusing =
      new Backend(_ => throw new EmissionException("400 for https://h/x?api_key=abc", Retryability.Permanent))
    val redact = Redactor.default.message(_)
    val s =
      new Sender(own, () => Iterator.empty, refusing, new Backoff(() => 0.5), redact, _ => ())
    assert(s.step(0) == Sender.Handled && s.dead == 1)
    val letters = new String(Files.readAllBytes(directory.path.resolve(DeadLetter.file)), "UTF-8")
    assert(letters.contains("api_key=*********(redacted)") && !letters.contains("abc"))
  }

  test("at shutdown a retry follows at once, unless the backend has asked for a delay") {
    val own = new Backlog(Some(disk()), _ => ())
    own.add(event(runId(1), "START", 0))
    val s = sender(own, new Backend(call => again(if (call < 3) None else Some(Duration.ofSeconds(60)))))
    s.step(0)
    s.skipBackoff()
    assert(s.step(1) == Sender.Wait(375))
    s.skipBackoff()
    assert(s.step(2) == Sender.Wait(60000))
    s.skipBackoff()
    assert(s.step(3) == Sender.Wait(59999))
  }

  test("a rejected event is stored with the reason, and the next event is sent") {
    val d = disk()
    val own = new Backlog(Some(d), _ => ())
    val backend =
      new Backend(call =>
        if (call == 1) throw new EmissionException("HTTP status 400", Retryability.Permanent)
      )
    val s = sender(own, backend)
    own.add(event(runId(1), "START", 0))
    own.add(event(runId(1), "COMPLETE", 1))
    assert(s.step(0) == Sender.Handled && s.step(0) == Sender.Handled && s.dead == 1 && s.sent == 1)
    val letters = new String(Files.readAllBytes(d.path.resolve(DeadLetter.file)), "UTF-8")
    assert(
      letters.startsWith("{\"reason\":\"HTTP status 400\"") && letters.contains("\"eventType\":\"START\"")
    )
    own.close()
    assert(files(d.path) == Set(DeadLetter.file, DirectoryLock.file))
  }

  test("own events are sent first, then those of dead applications in their order") {
    val others = Vector.tabulate(2) { i =>
      val d = disk()
      d.append(event(runId(i + 2), "COMPLETE", 0))
      d
    }
    val own = new Backlog(None, _ => ())
    val backend = new Backend(_ => ())
    val s = sender(own, backend, others)
    own.add(event(runId(1), "START", 0))
    s.step(0)
    s.step(0)
    own.add(event(runId(1), "COMPLETE", 1))
    assert((1 to 4).map(_ => s.step(0)).last == Sender.Empty)
    assert(backend.got.result() == Vector("1 START 0", "2 COMPLETE 0", "1 COMPLETE 1", "3 COMPLETE 0"))
    assert(others.forall(d => !Files.exists(d.path)))
  }

  test("if the disk fails later, one line is logged, and no event and no order is lost") {
    val lines = Vector.newBuilder[String]
    val small = new Spool(settings.copy(segmentBytes = 1), () => 0L)
    val gone = small.create(SegmentHeader("app", "backend", Vector.empty)).fold(fail(_), identity)
    val other = new Backlog(Some(gone), l => { lines += l; () })
    other.add(event(runId(1), "START", 0))
    Files.move(gone.path, gone.path.resolveSibling("moved"))
    other.add(event(runId(1), "RUNNING", 1))
    other.add(event(runId(1), "COMPLETE", 2))
    assert(lines.result().size == 1 && !other.isDurable)
    assert(drain(other) == Vector("1 RUNNING 1", "1 COMPLETE 2") && other.dropped == 1)
  }
}
