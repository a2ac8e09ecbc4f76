package io.headwater.shell.extensions.python

import scala.collection.mutable

import com.fasterxml.jackson.databind.JsonNode

import io.headwater.emit.event.SerializedEvent
import io.headwater.emit.transport.{EmissionException, EventTransport}
import io.headwater.shell.extensions.ResponseReader
import io.headwater.shell.extensions.python.peers.LiveNodes
import io.headwater.shell.json.Json

/** Sends serialized events to the transports of Python extensions. Without such transports it does nothing. Those that
  * want the spool are transports of their own.
  */
final class PythonTransports(extensions: PythonExtensions) extends EventTransport {
  private val bySpool = mutable.LinkedHashMap.empty[String, SpooledPythonTransport] // by extension

  def description: String = "transports in Python"

  def send(event: SerializedEvent): Unit = {
    val failures = extensions.peersWith(_.transports.filterNot(_.spooled)).flatMap { case (peer, hooks) =>
      val body = PythonTransports.request(Vector(event), hooks.map(_.id))
      extensions.call(peer, body, LiveNodes.none, hooks.map(_.extension).distinct) match {
        case Left(errors) => errors
        case Right(answer) => ResponseReader.errors(answer)
      }
    }
    if (failures.nonEmpty)
      throw new EmissionException(failures.map(e => s"${e.extension}: ${e.message}").mkString("; ").take(300))
  }

  /** Used by the emitting thread only. */
  override def spooled: Vector[EventTransport] = {
    val names = extensions.peersWith(_.transports.filter(_.spooled)).flatMap(_._2).map(_.extension)
    names.foreach(name => bySpool.getOrElseUpdate(name, new SpooledPythonTransport(name, extensions)))
    bySpool.values.toVector
  }

  def close(): Unit = ()
  override def isLocal: Boolean = true
}

private[python] object PythonTransports {

  def request(events: Vector[SerializedEvent], hooks: Vector[Int]) = {
    val body = Json.obj().put("kind", "emit")
    body.set[JsonNode]("events", Json.strings(events.map(_.line)))
    body.set[JsonNode]("hooks", Json.ints(hooks))
    body
  }
}
