package io.headwater.emit.spool

import java.nio.file.{Files, Path}

import scala.util.Random

import org.scalatest.funsuite.AnyFunSuite

import io.headwater.emit.event.SerializedEvent
import io.headwater.emit.transport.{EmissionException, EventTransport, Retryability}

/** Events that fail while others are accepted, with a clock of the test. */
class SuspectedEventsSuite extends AnyFunSuite {
  import Fixtures._

  /** A backend that judges each event; `now` moves with the pauses of the sender. */
  private final class RefusingTransport(refuses: (String, Long) => Option[Retryability])
      extends EventTransport {
    var now = 0L
    val got = Vector.newBuilder[String]
    val tries = scala.collection.mutable.Map.empty[String, Int].withDefaultValue(0)
    var patient = 0

    def send(event: SerializedEvent): Unit = {
      val name = summary(event.line)
      tries(name) += 1
      refuses(name, now).foreach(r => throw new EmissionException("HTTP status 500", r))
      got += name
    }
    override def sendAgain(event: SerializedEvent): Unit = { patient += 1; send(event) }
    def close(): Unit = ()
    def description: String = "transport"
  }

  private val settings = SpoolSettings(root = folder(), segmentBytes = 2000)
  private def disk(root: Path = settings.root): SpoolDirectory =
    new Spool(settings.copy(root = root), () => 0L).create(SegmentHeader("app", "backend", Vector.empty))
      .fold(fail(_), identity)
  private def sender(
      own: Backlog,
      transport: RefusingTransport,
      others: Vector[EventSource] = Vector.empty
  ): Sender =
    new Sender(own, () => others.iterator, transport, new Backoff(() => 0.0), identity, _ => ())
  private def backlog(directory: SpoolDirectory, runs: Range): Backlog = {
    val own = new Backlog(Some(directory), _ => ())
    for ((kind, n) <- Vector("START" -> 0L, "COMPLETE" -> 1L); run <- runs)
      own.add(event(runId(run), kind, n))
    own
  }

  /** Steps until nothing waits, or until `until`. */
  private def run(
      sender: Sender,
      transport: RefusingTransport,
      until: Long = Long.MaxValue,
      closing: Boolean = false
  ): Unit =
    Iterator.continually(sender.step(transport.now, closing)).takeWhile {
      case Sender.Handled => true
      case Sender.Wait(millis) => transport.now += millis; transport.now < until
      case Sender.Empty => false
    }.foreach(_ => ())

  private def failing(runs: Int*)(name: String, now: Long): Option[Retryability] =
    if (runs.exists(r => name.startsWith(s"$r START"))) Some(Retryability.Retry()) else None

  test("other runs are sent while an event fails; its run keeps its order and is not lost") {
    val transport = new RefusingTransport((name, now) => failing(1)(name, now).filter(_ => now < 60000))
    val own = backlog(disk(), 1 to 4)
    val s = sender(own, transport)
    run(s, transport, until = 30000)
    assert(transport.got.result() == Vector(2, 3, 4).flatMap(r => Vector(s"$r START 0")) ++
      Vector(2, 3, 4).map(r => s"$r COMPLETE 1"))
    run(s, transport)
    assert(transport.got.result().takeRight(2) == Vector(
      "1 START 0",
      "1 COMPLETE 1"
    ) && own.isEmpty && s.dead == 0)
  }

  test("an event that fails for ever is a dead letter after a bounded number of tries, and its run goes on") {
    val transport = new RefusingTransport(failing(1))
    val d = disk()
    val own = backlog(d, 1 to 2)
    val s = sender(own, transport)
    for (n <- 12 to 99 if n % 10 != 1; (kind, i) <- Vector("START" -> 0L, "COMPLETE" -> 1L)) {
      own.add(event(runId(n), kind, i))
      run(s, transport, until = transport.now + 20000)
    }
    run(s, transport)
    assert(s.dead == 1 && transport.tries("1 START 0") <= 40, transport.tries("1 START 0"))
    assert(transport.got.result().contains("1 COMPLETE 1") && transport.now < 3 * 3600000L && own.isEmpty)
    val letter = new String(Files.readAllBytes(d.path.resolve(DeadLetter.file)), "UTF-8")
    assert(letter.contains(s"failed ${FailedEvents.maxCounted} times while others were accepted"))
  }

  test("if the backend fails for all events, none is a dead letter, however long it lasts") {
    val hours = 1000L * 3600 * 24
    val transport = new RefusingTransport((_, now) => if (now < hours) Some(Retryability.Retry()) else None)
    val s = sender(backlog(disk(), 1 to 5), transport)
    run(s, transport)
    assert(s.dead == 0 && s.sent == 10)
    val sent = transport.got.result()
    (1 to 5).foreach(r => assert(sent.indexOf(s"$r START 0") < sent.indexOf(s"$r COMPLETE 1")))
    assert(transport.now < hours + 60000)
  }

  test("several failing runs at the head do not hold up those behind them") {
    val transport = new RefusingTransport(failing(1, 2, 3, 4))
    val s = sender(backlog(disk(), 1 to 6), transport)
    run(s, transport, until = 60000)
    assert(transport.got.result().toSet == Set("5 START 0", "6 START 0", "5 COMPLETE 1", "6 COMPLETE 1"))
  }

  test("an event without an answer is sent once more with a longer wait, and is then passed over") {
    val transport =
      new RefusingTransport((name, now) =>
        failing(1)(name, now).map(_ => Retryability.Retry(timedOut = true))
      )
    val s = sender(backlog(disk(), 1 to 3), transport)
    Iterator.continually(s.step(transport.now)).takeWhile(_ => transport.got.result().isEmpty).foreach {
      case Sender.Wait(millis) => transport.now += millis
      case _ => ()
    }
    assert(transport.tries("1 START 0") == 2 && transport.patient == 1)
  }

  test("if the backend cannot be reached, no event is suspected") {
    val transport =
      new RefusingTransport((_, now) => if (now < 600000) Some(Retryability.Unavailable()) else None)
    val s = sender(backlog(disk(), 1 to 3), transport)
    run(s, transport)
    assert(transport.got.result().take(3) == (1 to 3).map(r => s"$r START 0") && s.dead == 0)
    assert(transport.tries("2 START 0") == 1)
  }

  test("at the end the failing event stays on disk, and all others are sent first") {
    val transport = new RefusingTransport(failing(1))
    val own = backlog(disk(), 1 to 3)
    val s = sender(own, transport)
    run(s, transport, closing = true)
    assert(transport.got.result().size == 4 && own.waiting == 2 && transport.now < 10000)
  }

  test(
    "a failing event that a dead application has left holds up neither its own runs nor other applications"
  ) {
    val others = Vector.tabulate(3) { i =>
      val d = disk()
      for (r <- Vector(2 * i + 1, 2 * i + 2)) d.append(event(runId(r), "START", 0))
      d
    }
    val transport = new RefusingTransport(failing(1, 3))
    val s = sender(new Backlog(None, _ => ()), transport, others)
    run(s, transport, until = 30000)
    assert(transport.got.result() == Vector(2, 4, 5, 6).map(r => s"$r START 0"))
    assert(Files.exists(others(0).path) && Files.exists(others(1).path) && !Files.exists(others(2).path))
  }

  test("after a crash, delivered events are not sent again, and failures are still counted") {
    val (root, dead) = (folder(), folder())
    val d = disk(root)
    val transport = new RefusingTransport(failing(1))
    val s = sender(backlog(d, 1 to 5), transport)
    run(s, transport, until = 60000)
    assert(transport.got.result().size == 8)
    Files.createDirectories(dead.resolve("x"))
    files(d.path).filter(_ != DirectoryLock.file).foreach(f =>
      Files.copy(d.path.resolve(f), dead.resolve(s"x/$f"))
    )
    Files.createFile(dead.resolve("x").resolve(DirectoryLock.file))
    val recovered = new Spool(settings.copy(root = dead), () => 0L).orphans(_ == "backend").toVector
    val event = oldest(recovered.head).get
    assert(summary(event.line) == "1 START 0" && event.failures >= 1)
    assert(drain(recovered.head) == Vector("1 START 0", "1 COMPLETE 1"))
  }

  test("in any mix of failures, the order within each run is kept and nothing is lost or sent twice") {
    for (seed <- 1 to 200) {
      val random = new Random(seed.toLong)
      val healthyAfter = random.nextInt(120000).toLong
      val bad = (1 to 8).filter(_ => random.nextInt(3) == 0).toSet
      val flaky = random.nextDouble() / 2
      val transport = new RefusingTransport((name, now) =>
        if (now >= healthyAfter) None
        else if (bad(name.takeWhile(_ != ' ').toInt)) Some(Retryability.Retry(random.nextBoolean()))
        else if (random.nextDouble() < flaky)
          Some(if (random.nextBoolean()) Retryability.Retry() else Retryability.Unavailable())
        else None
      )
      val own = backlog(disk(), 1 to 8)
      val s = sender(own, transport)
      run(s, transport)
      val sent = transport.got.result()
      assert(sent.size == 16 && sent.distinct.size == 16 && s.dead == 0 && own.isEmpty, s"seed $seed")
      (1 to 8).foreach(r =>
        assert(sent.indexOf(s"$r START 0") < sent.indexOf(s"$r COMPLETE 1"), s"seed $seed")
      )
      own.close()
    }
  }
}
