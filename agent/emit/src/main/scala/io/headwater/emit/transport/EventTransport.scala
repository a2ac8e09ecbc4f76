package io.headwater.emit.transport

import io.headwater.emit.event.SerializedEvent

/** Takes a finished event to one place. `carry` throws `EmissionFailed`, and nothing else. */
trait EventTransport {
  def carry(event: SerializedEvent): Unit
  def close(): Unit
  def description: String

  /** Whether it needs no network: such a carrier is not spooled. */
  def local: Boolean = false

  /** Tells this place from every other one: spooled events are delivered only to the place that they are for. */
  def identity: String = description

  /** The places that each get every event by themselves, whatever becomes of it elsewhere. */
  def parts: Vector[EventTransport] = Vector(this)
}

object EventTransport {

  /** Takes events nowhere: for an agent without extensions. */
  val nowhere: EventTransport = new EventTransport {
    def carry(event: SerializedEvent): Unit = ()
    def close(): Unit = ()
    def description: String = "nowhere"
    override def local: Boolean = true
    override def parts: Vector[EventTransport] = Vector.empty
  }
}
