package io.headwater.emit.redact

import java.util.concurrent.ConcurrentHashMap

/** Redacts texts, and remembers short ones that have no secret. The events of an application contain the same names,
  * namespaces, types and schema URLs again and again: START and the terminal event of a run have most of their texts in
  * common. Texts with a secret are not kept.
  *
  * @param redact
  *   gives the same result for the same text
  * @param maxTexts
  *   the number of texts that are remembered; with the longest ones the default takes about 2 MB
  * @param maxLength
  *   the number of characters of a text that is remembered
  */
private[redact] final class RedactionCache(
    redact: String => String,
    maxTexts: Int = 4096,
    maxLength: Int = 256
) extends (String => String) {
  private val clean = ConcurrentHashMap.newKeySet[String]

  def apply(text: String): String =
    if (clean.contains(text)) text
    else {
      val redacted = redact(text)
      if (redacted == text && text.length <= maxLength) remember(text)
      redacted
    }

  private def remember(text: String): Unit = {
    if (clean.size >= maxTexts) clean.clear()
    clean.add(text)
    ()
  }
}
