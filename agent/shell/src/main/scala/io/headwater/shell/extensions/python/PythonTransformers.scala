package io.headwater.shell.extensions.python

import scala.util.Try

import com.fasterxml.jackson.databind.JsonNode

import io.headwater.emit.ExtensionTransformer
import io.headwater.emit.event.SerializedEvent
import io.headwater.model.ExtensionError
import io.headwater.shell.extensions.ResponseReader
import io.headwater.shell.extensions.python.peers.LiveNodes
import io.headwater.shell.json.Json

/** Lets Python extensions change finished events. An event that is not valid afterwards stays as it was. Used on the
  * worker thread only.
  */
final class PythonTransformers(extensions: PythonExtensions) extends ExtensionTransformer {

  def apply(event: SerializedEvent): (SerializedEvent, Vector[ExtensionError]) =
    extensions.peersWith(_.transformers).foldLeft((event, Vector.empty[ExtensionError])) {
      case ((current, errors), (peer, hooks)) =>
        val body = Json.obj().put("kind", "transform").put("json", current.line)
        body.set[JsonNode]("hooks", Json.ints(hooks.map(_.id)))
        extensions.call(peer, body, LiveNodes.none, hooks.map(_.extension).distinct) match {
          case Left(failed) => (current, errors ++ failed)
          case Right(answer) =>
            changed(current, answer) match {
              case Right(next) => (next, errors ++ ResponseReader.errors(answer))
              case Left(reason) =>
                val rejected =
                  ExtensionError(hooks.map(_.extension).distinct.mkString(", "), "transform", reason)
                (current, errors ++ ResponseReader.errors(answer) :+ rejected)
            }
        }
    }

  private def changed(event: SerializedEvent, answer: JsonNode): Either[String, SerializedEvent] =
    Json.option(answer, "json").fold[Either[String, SerializedEvent]](Right(event)) { text =>
      for {
        next <-
          Try(SerializedEvent.read(text)).toEither.left.map(e => s"the event is no JSON: ${e.getMessage}")
        _ <- Either.cond(identity(next) == identity(event), (), "runId, eventType and eventTime must stay")
      } yield next
    }

  private def identity(event: SerializedEvent) = (event.runId, event.eventType, event.eventTime)
}
