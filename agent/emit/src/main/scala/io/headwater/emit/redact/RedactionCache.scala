package io.headwater.emit.redact

import java.util.concurrent.ConcurrentHashMap

/** Redacts texts, and remembers short ones that have no secret. The events of an application contain the same names,
  * namespaces, types and schema URLs again and again: START and the terminal event of a run have most of their texts in
  * common. Of long texts, such as statements, the last one is remembered. Texts with a secret are not kept. No text has a
  * NUL character afterwards.
  *
  * @param redact
  *   gives the same result for the same text
  * @param maxTexts
  *   the number of texts that are remembered; with the longest ones the default takes about 2 MB
  * @param maxLength
  *   the number of characters of a short text
  */
private[redact] final class RedactionCache(
    redact: String => String,
    maxTexts: Int = 4096,
    maxLength: Int = 256
) extends (String => String) {
  private val clean = ConcurrentHashMap.newKeySet[String]
  @volatile private var lastLong = ""

  def apply(text: String): String =
    if (isKnown(text)) text
    else {
      val redacted = RedactionCache.withoutNul(redact(text))
      if (redacted == text) remember(text)
      redacted
    }

  private def isKnown(text: String): Boolean =
    if (text.length <= maxLength) clean.contains(text) else text == lastLong

  private def remember(text: String): Unit =
    if (text.length > maxLength) lastLong = if (text.length <= RedactionCache.maxLongText) text else ""
    else {
      if (clean.size >= maxTexts) clean.clear()
      clean.add(text)
      ()
    }
}

private object RedactionCache {
  private val maxLongText = 1 << 16 // characters

  /** The text with a visible `\\0` for each NUL: PostgreSQL refuses JSON that has this character. */
  private def withoutNul(text: String): String =
    if (text.indexOf(0) < 0) text else text.replace("\u0000", "\\0")
}
