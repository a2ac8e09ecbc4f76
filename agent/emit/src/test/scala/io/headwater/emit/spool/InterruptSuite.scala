package io.headwater.emit.spool

import java.time.Duration
import java.util.concurrent.{LinkedBlockingQueue, TimeUnit}

import org.scalatest.funsuite.AnyFunSuite

import io.headwater.emit.event.SerializedEvent
import io.headwater.emit.transport.EventTransport

/** A library may interrupt all threads of the JVM. */
class InterruptSuite extends AnyFunSuite with SpoolDirectories {
  import Fixtures._

  /** Keeps the thread that sends, and what it has sent. */
  private final class Recording extends EventTransport {
    val sent = new LinkedBlockingQueue[(Thread, String)]
    def send(event: SerializedEvent): Unit = { sent.add(Thread.currentThread -> summary(event.line)); () }
    def close(): Unit = ()
    def description: String = "recording"
    def next(): (Thread, String) =
      Option(sent.poll(30, TimeUnit.SECONDS)).getOrElse(fail("no event was sent"))
  }

  test("an interrupt of the sender ends nothing: not while it waits for an event, not while it sends") {
    val backend = new Recording
    val delivery = Delivery.to(backend, "app", settings(folder()), identity, _ => ())
    delivery.add(event(runId(1), "START", 0))
    val (sender, _) = backend.next()
    for (n <- 1 to 20) { // some of them before it waits again, some of them while it waits
      sender.interrupt()
      delivery.add(event(runId(1), "RUNNING", n.toLong))
      assert(backend.next()._2 == s"1 RUNNING $n")
    }
    delivery.close(Duration.ofSeconds(10))
    assert(!sender.isAlive)
    assert(delivery.counts.sent == 21)
  }

  test("an interrupt of the thread that adds an event does not cost the spool") {
    val s = settings(folder())
    val own = new Backlog(Some(open(s)), warning => fail(warning))
    own.add(event(runId(1), "START", 0))
    Thread.currentThread.interrupt()
    own.add(event(runId(1), "RUNNING", 1))
    assert(Thread.interrupted(), "the flag is for the owner of the thread")
    own.add(event(runId(1), "COMPLETE", 2))
    assert(own.isDurable)
    assert(drain(own) == Vector("1 START 0", "1 RUNNING 1", "1 COMPLETE 2"))
  }
}
