package io.headwater.shell.extensions.python

import com.fasterxml.jackson.databind.JsonNode

import io.headwater.emit.event.SerializedEvent
import io.headwater.emit.transport.{EmissionFailed, EventTransport}
import io.headwater.shell.extensions.ExtensionResponse
import io.headwater.shell.extensions.python.peers.LiveNodes
import io.headwater.shell.extensions.snapshot.Hooks
import io.headwater.shell.json.Json

/** Hands finished events to the transports that are written in Python; nothing to do where there are none. */
final class PythonTransports(extensions: PythonExtensions) extends EventTransport {
  def description: String = "transports in Python"

  def carry(event: SerializedEvent): Unit = {
    val failures = extensions.having(_.transports).flatMap { case (peer, hooks) =>
      val body = Json.obj().put("kind", "emit")
      body.set[JsonNode]("events", Json.strings(Vector(event.line)))
      body.set[JsonNode]("hooks", Json.ints(hooks.map(_.id)))
      extensions.answered(peer, body, LiveNodes.nothing, hooks.map(_.extension).distinct) match {
        case Left(errors) => errors
        case Right(answer) => ExtensionResponse.read(answer, Hooks.none).errors
      }
    }
    if (failures.nonEmpty)
      throw new EmissionFailed(failures.map(e => s"${e.extension}: ${e.message}").mkString("; ").take(300))
  }

  def close(): Unit = ()
  override def local: Boolean = true
}
