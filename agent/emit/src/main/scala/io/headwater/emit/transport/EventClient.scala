package io.headwater.emit.transport

import java.time.Duration

import scala.annotation.tailrec
import scala.util.{Failure, Success}

import io.headwater.emit.event.SerializedEvent
import io.headwater.util.{Attempts, Causes}
import io.openlineage.client.OpenLineageClientException
import io.openlineage.client.transports.Transport

/** The connection of a transport to its destination. It may throw anything, and may hang. */
private[transport] trait EventClient {

  /** Sends one event and waits for the answer.
    *
    * @param within
    *   how long to wait
    */
  def send(event: SerializedEvent, within: Duration): Unit

  def close(): Unit
}

/** A transport of openlineage-java, or one found on the class path. It takes objects. */
private[transport] final class TransportClient(transport: Transport) extends EventClient {
  import TransportClient._

  def send(event: SerializedEvent, within: Duration): Unit = send(event, within, maxRenames)

  def close(): Unit = transport.close()

  /** The transports for object stores name an object by the event time in milliseconds, and refuse a name that exists.
    * A retry would fail forever and block all later events, so the event time is increased by a millisecond.
    */
  @tailrec
  private def send(event: SerializedEvent, within: Duration, renames: Int): Unit =
    Attempts.caught(transport.emit(event.event, within)) match {
      case Success(_) => ()
      case Failure(e) if renames > 0 && isNameTaken(e) => send(event.later(1), within, renames - 1)
      case Failure(e) => throw e
    }
}

private object TransportClient {
  val maxRenames = 1000

  def isNameTaken(e: Throwable): Boolean = Causes.of(e).exists {
    case c: OpenLineageClientException => Option(c.getMessage).exists(_.contains("already exists"))
    case _ => false
  }
}
