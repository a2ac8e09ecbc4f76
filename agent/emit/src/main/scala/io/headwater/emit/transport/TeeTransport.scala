package io.headwater.emit.transport

import io.headwater.emit.event.SerializedEvent
import io.headwater.util.Attempts

/** Sends to the configured transport and then to the transports of extensions, even if the first one fails. */
private[transport] final class TeeTransport(main: EventTransport, extensions: EventTransport)
    extends EventTransport {
  def description: String = main.description
  override def isLocal: Boolean = main.isLocal && extensions.isLocal
  override def parts: Vector[EventTransport] = main.parts ++ extensions.parts

  def send(event: SerializedEvent): Unit = toBoth(_.send(event))
  override def sendAgain(event: SerializedEvent): Unit = toBoth(_.sendAgain(event))

  private def toBoth(send: EventTransport => Unit): Unit = {
    val failures = Vector(main, extensions).flatMap(t => Attempts.failure(send(t)))
    if (failures.nonEmpty) throw EmissionException.of(failures, failures.map(_.getMessage).mkString("; "))
  }

  def close(): Unit = {
    main.close()
    extensions.close()
  }
}
