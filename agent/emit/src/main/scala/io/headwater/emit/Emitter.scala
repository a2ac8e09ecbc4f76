package io.headwater.emit

import java.time.Duration

import io.headwater.model.RunEvent

/** Sends events, redacted. Called from one thread only. `emit` throws `EmissionFailed` when the event has not been
  * taken, within the transport's deadline; it does not try again.
  */
trait Emitter {
  def emit(event: RunEvent): Unit

  /** Returns after `within` at the latest, whatever the transport still does. */
  def close(within: Duration): Unit

  /** Where events go, on one line and without secrets. */
  def description: String
}

/** An event was not delivered. The message is one line, short and without secrets: an answer's body is cut. */
final class EmissionFailed(message: String) extends RuntimeException(message, null, false, false)
