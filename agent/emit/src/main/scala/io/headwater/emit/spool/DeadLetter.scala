package io.headwater.emit.spool

import java.nio.charset.StandardCharsets.ISO_8859_1
import java.nio.file.{Files, Path}
import java.time.Instant

import scala.util.Try

import com.fasterxml.jackson.databind.node.{JsonNodeFactory, TextNode}

import io.headwater.emit.json.ExactJson

/** The events that a backend has rejected for good. One line each: `{"reason": …, "at": …, "to": …,
  * "event": …}`.
  */
private[spool] object DeadLetter {
  val file = "dead-letter.jsonl"

  /** How many events a directory of the spool has in this file. */
  def count(directory: Path): Long =
    Try {
      val reader = Files.newBufferedReader(directory.resolve(file), ISO_8859_1) // of any bytes
      try reader.lines.count
      finally reader.close()
    }.getOrElse(0L)

  def line(event: String, reason: String, at: Instant, to: String): String = {
    val fields =
      JsonNodeFactory.instance.objectNode.put("reason", reason).put("at", at.toString).put("to", to)
    val about = ExactJson.write(fields)
    val sent = if (Try(ExactJson.read(event)).isSuccess) event else ExactJson.write(TextNode.valueOf(event))
    about.dropRight(1) + ",\"event\":" + sent + "}\n" // the event as it was sent, to the byte
  }
}
