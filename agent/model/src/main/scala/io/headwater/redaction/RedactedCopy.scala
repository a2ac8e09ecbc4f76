package io.headwater.redaction

/** Copies a text and puts [[Redactor.replacement]] in the place of some ranges, which come one after the other. */
private[redaction] final class RedactedCopy(text: String) {
  private lazy val out = new java.lang.StringBuilder(text.length)
  private var copied = 0

  /** Replaces `[from, until)`. A range that begins within the one before is left out. */
  def redact(from: Int, until: Int): Unit =
    if (from >= copied) {
      out.append(text, copied, from).append(Redactor.replacement)
      copied = until
    }

  /** The same instance if nothing was replaced. */
  def result: String = if (copied == 0) text else out.append(text, copied, text.length).toString
}
