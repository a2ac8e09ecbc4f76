package io.headwater.shell.extensions.python

import com.fasterxml.jackson.databind.JsonNode

import io.headwater.emit.event.SerializedEvent
import io.headwater.emit.transport.{EmissionException, EventTransport, Retryability}
import io.headwater.model.ExtensionError
import io.headwater.shell.extensions.ResponseReader
import io.headwater.shell.extensions.python.peers.Peer
import io.headwater.shell.extensions.snapshot.Hook
import io.headwater.shell.json.Json
import io.headwater.util.Texts

/** One transport in Python behind a spool: what it does not take waits, also while its process is away. Used by the thread
  * of its spool.
  *
  * @param name
  *   the extension
  */
private[python] final class SpooledPythonTransport(name: String, extensions: PythonExtensions)
    extends EventTransport {
  import SpooledPythonTransport._

  def description: String = s"the transport $name"

  /** A later application delivers what this one could not, if it has the same extension. */
  override def identity: String = s"python $name"

  override def maxBatch: Int = hook.fold(1)(_._2.batch)

  def send(event: SerializedEvent): Unit = sendAll(Vector(event))

  override def sendAll(events: Vector[SerializedEvent]): Unit = {
    val (peer, to) = hook.getOrElse(fail("its process is not connected", Retryability.Unavailable()))
    val body = PythonTransports.request(events, Vector(to.id))
    extensions.deliver(peer, body, name) match {
      case Left(errors) if errors.isEmpty => fail("its process does not answer", Retryability.Unavailable())
      case Left(errors) => fail(errors.map(_.message).mkString("; "), Retryability.Retry(timedOut = true))
      case Right(answer) if sent(answer, to) => ()
      case Right(answer) => refuse(answer)
    }
  }

  def close(): Unit = ()

  private def hook: Option[(Peer, Hook.Transport)] = extensions.transport(name)

  private def sent(answer: JsonNode, to: Hook.Transport): Boolean =
    Json.items(answer.path("sent")).exists(_.asInt(-1) == to.id)

  private def refuse(answer: JsonNode): Nothing =
    Json.items(answer.path("failed")).headOption match {
      case Some(failed) => fail(Json.text(failed, "reason"), kind(Json.text(failed, "kind")))
      case None =>
        val errors: Vector[ExtensionError] = ResponseReader.errors(answer)
        if (errors.isEmpty) fail("it is switched off", Retryability.Unavailable())
        else fail(errors.map(_.message).mkString("; "), Retryability.Retry())
    }

  private def fail(reason: String, retryability: Retryability): Nothing =
    throw new EmissionException(s"$description: ${Texts.shortened(reason, maxReason)}", retryability)
}

private object SpooledPythonTransport {
  val maxReason = 300

  def kind(name: String): Retryability = name match {
    case "refused" => Retryability.Permanent
    case "unavailable" => Retryability.Unavailable()
    case _ => Retryability.Retry()
  }
}
