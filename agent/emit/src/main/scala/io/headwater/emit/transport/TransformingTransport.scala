package io.headwater.emit.transport

import scala.util.{Failure, Success}

import io.headwater.emit.event.SerializedEvent
import io.headwater.emit.redact.JsonRedactor
import io.headwater.util.{Attempts, ClassNames}
import io.openlineage.client.transports.EventTransformer

/** Sends the events that the user's transformer returns. The transformer gets a copy of each event. If it returns null,
  * the event is not sent. The returned event is redacted like any other.
  */
private[transport] final class TransformingTransport(
    transformer: EventTransformer,
    to: EventTransport,
    redactor: JsonRedactor
) extends EventTransport {
  def description: String = prefix + to.description

  override def isLocal: Boolean = to.isLocal
  override def identity: String = prefix + to.identity
  override def delivers(spooled: String): Boolean =
    spooled.startsWith(prefix) && to.delivers(spooled.stripPrefix(prefix))

  private def prefix: String = s"transform ${transformer.getClass.getName} to "

  def send(event: SerializedEvent): Unit = transformed(event).foreach(to.send)
  override def sendAgain(event: SerializedEvent): Unit = transformed(event).foreach(to.sendAgain)

  private def transformed(event: SerializedEvent): Option[SerializedEvent] =
    Attempts.caught(Option(transformer.transform(event.copy))) match {
      case Success(changed) => changed.map(SerializedEvent.of(_, redactor))
      case Failure(e) =>
        throw new EmissionException(s"transformer ${transformer.getClass.getName}: ${ClassNames.simple(e)}")
    }

  def close(): Unit = to.close()
}
