package io.headwater.emit

import java.time.Duration

import io.headwater.emit.spool.DeliveryCounts
import io.headwater.model.RunEvent

/** Redacts events and sends them. `emit` is called by one thread only. It does not wait for a network: events for a
  * transport over a network go into the spool.
  */
trait Emitter {

  /** @throws io.headwater.emit.transport.EmissionException
    *   if a transport without a spool did not accept the event
    */
  def emit(event: RunEvent): Unit

  /** Keeps an event that must not be sent, redacted, as a dead letter in the spool.
    *
    * @return
    *   false if it could not be stored
    */
  def setAside(event: RunEvent, reason: String): Boolean

  /** Takes note of an event of a run that is not sent. It may be the last one of the run. */
  def skip(event: RunEvent): Unit

  /** Waits until all events are delivered, but no longer than `within`. The rest stays in the spool. */
  def close(within: Duration): Unit

  def counts: DeliveryCounts

  /** How many destinations have accepted an event. `counts` counts each event once for each of them. */
  def acceptingDestinations: Int

  /** The destinations of the events, on one line and without secrets. */
  def description: String
}
