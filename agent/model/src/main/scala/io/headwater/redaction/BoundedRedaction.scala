package io.headwater.redaction

import io.headwater.util.Texts

/** Redacts texts that may be very long, and cuts them after that: a secret that is cut in two is not recognised. The cost
  * is bounded, because only the first [[maxRedacted]] characters are read. If more follow, the last ones of these are left
  * out, too, because a secret may begin in them.
  */
private[headwater] object BoundedRedaction {

  /** At least two times what is kept of any text. */
  val maxRedacted = 131072
  private val maxMessage = 65536
  private val maxStackTrace = 8192
  private val margin = 4096

  def message(text: String)(redacted: String => String): String = bounded(text, maxMessage)(redacted)
  def stackTrace(text: String)(redacted: String => String): String = shortened(text, maxStackTrace)(redacted)

  /** The text, cut to `maxLength` characters and an ellipsis. */
  def shortened(text: String, maxLength: Int)(redacted: String => String): String =
    cut(text, maxLength)(redacted).fold(identity, _ + "…")

  /** The text, cut to `maxLength` characters; what is cut off is counted behind it. */
  private def bounded(text: String, maxLength: Int)(redacted: String => String): String =
    cut(text, maxLength)(redacted).fold(
      identity,
      kept => s"$kept… (${math.max(1, text.length - kept.length)} more characters)"
    )

  /** `Left`: the whole text. `Right`: its begin. */
  private def cut(text: String, maxLength: Int)(redacted: String => String): Either[String, String] = {
    val clean = redacted(Texts.start(text, maxRedacted))
    if (text.length > maxRedacted)
      Right(Texts.start(clean, math.min(maxLength, math.max(0, clean.length - margin))))
    else if (clean.length <= maxLength) Left(clean)
    else Right(Texts.start(clean, maxLength))
  }
}
