package io.headwater.emit

import org.scalatest.funsuite.AnyFunSuite

import io.headwater.emit.event.SerializedEvent
import io.headwater.emit.transport.{EmissionException, EventTransport}

class DestinationSuite extends AnyFunSuite {
  private val event = SerializedEvent.read("{}")

  private final class Recording(name: String, fails: Boolean) extends EventTransport {
    var sent = 0
    def description: String = name
    override def identity: String = name
    def send(event: SerializedEvent): Unit =
      if (fails) throw new EmissionException(s"$name is away") else sent += 1
    def close(): Unit = ()
  }

  test("a transport that fails keeps no event from the others") {
    val others = Vector(new Recording("first", fails = false), new Recording("last", fails = false))
    val all = Vector(others.head, new Recording("broken", fails = true), others.last)
    val appearing = new Destination.Dynamic(() => all, new Destination.Direct(_, counted = true))
    val failure = intercept[EmissionException](appearing.send(event))
    assert(failure.getMessage.contains("broken is away"))
    assert(others.map(_.sent) == Vector(1, 1))
    assert(appearing.counts.sent == 2)
  }
}
