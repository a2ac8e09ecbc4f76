package io.headwater.shell.extensions.python

import com.fasterxml.jackson.databind.JsonNode

import io.headwater.emit.event.SerializedEvent
import io.headwater.emit.transport.{EmissionFailed, EventTransport}
import io.headwater.shell.extensions.ResponseReader
import io.headwater.shell.extensions.python.peers.LiveNodes
import io.headwater.shell.json.Json

/** Sends serialized events to the transports of Python extensions. Without such transports it does nothing. */
final class PythonTransports(extensions: PythonExtensions) extends EventTransport {
  def description: String = "transports in Python"

  def send(event: SerializedEvent): Unit = {
    val failures = extensions.peersWith(_.transports).flatMap { case (peer, hooks) =>
      val body = Json.obj().put("kind", "emit")
      body.set[JsonNode]("events", Json.strings(Vector(event.line)))
      body.set[JsonNode]("hooks", Json.ints(hooks.map(_.id)))
      extensions.call(peer, body, LiveNodes.none, hooks.map(_.extension).distinct) match {
        case Left(errors) => errors
        case Right(answer) => ResponseReader.errors(answer)
      }
    }
    if (failures.nonEmpty)
      throw new EmissionFailed(failures.map(e => s"${e.extension}: ${e.message}").mkString("; ").take(300))
  }

  def close(): Unit = ()
  override def local: Boolean = true
}
