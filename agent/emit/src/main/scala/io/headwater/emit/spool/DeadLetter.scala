package io.headwater.emit.spool

import java.time.Instant

import scala.util.Try

import com.fasterxml.jackson.databind.ObjectMapper
import com.fasterxml.jackson.databind.util.RawValue

import io.headwater.emit.json.ExactJson

/** The events that a backend has rejected for good. One line each: `{"reason": …, "at": …, "event": …}`. */
private[spool] object DeadLetter {
  val file = "dead-letter.jsonl"
  private val mapper = new ObjectMapper

  def line(event: String, reason: String, at: Instant): String = {
    val out = mapper.createObjectNode().put("reason", reason).put("at", at.toString)
    if (Try(ExactJson.read(event)).isSuccess) out.putRawValue("event", new RawValue(event))
    else out.put("event", event)
    s"$out\n"
  }
}
