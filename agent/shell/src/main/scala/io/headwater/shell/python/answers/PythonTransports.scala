package io.headwater.shell.python.answers

import com.fasterxml.jackson.databind.JsonNode

import io.headwater.emit.EmissionFailed
import io.headwater.emit.transport.{Carrier, Finished}
import io.headwater.shell.python.peers.Live
import io.headwater.shell.python.{Json, PythonExtensions}

/** Hands finished events to the transports that are written in Python; nothing to do where there are none. */
final class PythonTransports(extensions: PythonExtensions) extends Carrier {
  def description: String = "transports in Python"

  def carry(event: Finished): Unit = {
    val failures = extensions.having(_.transports).flatMap { case (peer, hooks) =>
      val body = Json.obj().put("kind", "emit")
      body.set[JsonNode]("events", Json.strings(Vector(event.line)))
      body.set[JsonNode]("hooks", Json.ints(hooks.map(_.id)))
      extensions.answered(peer, body, Live.nothing, hooks.map(_.extension).distinct) match {
        case Left(errors) => errors
        case Right(answer) => Answer.read(answer, Hooks.none).errors
      }
    }
    if (failures.nonEmpty)
      throw new EmissionFailed(failures.map(e => s"${e.extension}: ${e.message}").mkString("; ").take(300))
  }

  def close(): Unit = ()
  override def local: Boolean = true
}
