package io.headwater.emit.transport

import io.headwater.emit.event.SerializedEvent
import io.headwater.util.Deadline

/** The configured transport, and after it, whatever it did, those of extensions. */
private[transport] final class TeeTransport(main: EventTransport, extensions: EventTransport)
    extends EventTransport {
  def description: String = main.description
  override def local: Boolean = main.local && extensions.local
  override def parts: Vector[EventTransport] = main.parts ++ extensions.parts

  def carry(event: SerializedEvent): Unit = {
    val failures = Vector(main, extensions).flatMap(c => Deadline.caught(c.carry(event)).failed.toOption)
    if (failures.nonEmpty) throw EmissionFailed.of(failures, failures.map(_.getMessage).mkString("; "))
  }

  def close(): Unit = {
    main.close()
    extensions.close()
  }
}
