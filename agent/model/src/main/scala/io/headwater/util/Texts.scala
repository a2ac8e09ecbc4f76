package io.headwater.util

/** Texts that a program may make as long as it likes: messages, statements, descriptions. Cutting splits no character. */
object Texts {

  /** No secret is longer. */
  private val maxWord = 4096

  /** The text, cut to `maxLength` characters before a blank; what is cut off is counted behind it. A secret that is cut in
    * two is not recognised when the text is redacted.
    */
  def bounded(text: String, maxLength: Int): String =
    if (text.length <= maxLength) text
    else {
      val blank = text.lastIndexWhere(Character.isWhitespace(_), maxLength)
      val kept =
        if (blank > math.max(0, maxLength - maxWord)) text.substring(0, blank) else start(text, maxLength)
      s"$kept… (${text.length - kept.length} more characters)"
    }

  /** The text, cut to `maxLength` characters and an ellipsis. */
  def shortened(text: String, maxLength: Int): String = {
    val kept = start(text, maxLength)
    if (kept.length == text.length) text else s"$kept…"
  }

  /** The first `maxLength` characters. */
  def start(text: String, maxLength: Int): String =
    if (text.length <= maxLength) text
    else if (maxLength > 0 && Character.isHighSurrogate(text.charAt(maxLength - 1)))
      text.substring(0, maxLength - 1)
    else text.substring(0, maxLength)
}
