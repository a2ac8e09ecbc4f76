package io.headwater.emit.spool

import java.time.Instant

import scala.util.Try

import com.fasterxml.jackson.databind.{JsonNode, ObjectMapper}

/** The events that a backend has rejected for good. One line each: `{"reason": …, "at": …, "event": …}`. */
private[spool] object DeadLetter {
  val file = "dead-letter.jsonl"
  private val mapper = new ObjectMapper

  def line(event: String, reason: String, at: Instant): String = {
    val out = mapper.createObjectNode().put("reason", reason).put("at", at.toString)
    Try(mapper.readTree(event)).toOption match {
      case Some(tree) => out.set[JsonNode]("event", tree)
      case None => out.put("event", event)
    }
    s"$out\n"
  }
}
