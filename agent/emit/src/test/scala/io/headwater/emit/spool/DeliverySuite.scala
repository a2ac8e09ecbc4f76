package io.headwater.emit.spool

import java.time.Duration
import java.util.concurrent.{LinkedBlockingQueue, TimeUnit}

import org.scalatest.funsuite.AnyFunSuite

import io.headwater.emit.event.SerializedEvent
import io.headwater.emit.transport.EventTransport

class DeliverySuite extends AnyFunSuite {
  import Fixtures._

  private object Defective extends EventTransport {
    override def maxBatch: Int = throw new IllegalStateException("a defect")
    def send(event: SerializedEvent): Unit = ()
    def close(): Unit = ()
    def description: String = "defective"
  }

  test("an unexpected exception is reported, and the event is kept") {
    val lines = new LinkedBlockingQueue[String]
    val delivery =
      Delivery.to(Defective, "app", SpoolSettings(root = folder()), identity, line => { lines.add(line); () })
    delivery.add(event(runId(1), "START", 0))
    val line = Option(lines.poll(30, TimeUnit.SECONDS)).getOrElse(fail("no warning"))
    assert(line.startsWith("cannot take an event from the spool and will retry"))
    assert(line.endsWith("IllegalStateException: a defect"))
    delivery.close(Duration.ofMillis(100))
    assert(delivery.counts == DeliveryCounts(spooled = 1))
  }
}
