package io.headwater.emit.transport

import io.headwater.emit.event.SerializedEvent

/** Sends serialized events to one destination. */
trait EventTransport {

  /** @throws io.headwater.emit.transport.EmissionException
    *   if the event was not accepted; `send` throws nothing else
    */
  def send(event: SerializedEvent): Unit

  /** Sends an event that had no answer in time, and waits longer for the answer. */
  def sendAgain(event: SerializedEvent): Unit = send(event)

  /** How many events `sendAll` may get at once. */
  def maxBatch: Int = 1

  /** Sends several events, the oldest first: all of them, or none.
    *
    * @throws io.headwater.emit.transport.EmissionException
    *   if one of them was not accepted; they are then sent one at a time
    */
  def sendAll(events: Vector[SerializedEvent]): Unit = events.foreach(send)

  def close(): Unit

  /** The destination, for the log and for error messages; without secrets. */
  def description: String

  /** Whether it needs no network. Such a transport is not spooled. */
  def isLocal: Boolean = false

  /** A unique name of the destination: spooled events are delivered only to the destination that they are for. */
  def identity: String = description

  /** Whether spooled events for the destination `to` are delivered by this transport. */
  def delivers(to: String): Boolean = to == identity

  /** The transports that each get every event, regardless of what happens to it in the others. */
  def parts: Vector[EventTransport] = Vector(this)

  /** Further transports, each behind a spool, that may appear while the application runs. */
  def spooled: Vector[EventTransport] = Vector.empty
}

object EventTransport {

  /** Discards all events: for an agent without extensions. */
  val nowhere: EventTransport = new EventTransport {
    def send(event: SerializedEvent): Unit = ()
    def close(): Unit = ()
    def description: String = "nowhere"
    override def isLocal: Boolean = true
    override def parts: Vector[EventTransport] = Vector.empty
  }
}
