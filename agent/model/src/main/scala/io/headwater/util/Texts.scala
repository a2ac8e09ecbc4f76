package io.headwater.util

/** Texts that a program may make as long as it likes: messages, statements, descriptions. Cutting splits no character. */
object Texts {

  /** The text, cut to `maxLength` characters; what is cut off is counted behind it. */
  def bounded(text: String, maxLength: Int): String = {
    val kept = start(text, maxLength)
    if (kept.length == text.length) text else s"$kept… (${text.length - kept.length} more characters)"
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
