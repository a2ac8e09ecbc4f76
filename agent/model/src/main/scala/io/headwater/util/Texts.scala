package io.headwater.util

/** Texts that a program may make as long as it likes: messages, statements, descriptions. Cutting splits no character. */
object Texts {

  /** The text, cut to `maxLength` characters; what is cut off is counted behind it. */
  def bounded(text: String, maxLength: Int): String =
    cut(text, maxLength)(start => s"$start… (${text.length - start.length} more characters)")

  /** The text, cut to `maxLength` characters and an ellipsis. */
  def shortened(text: String, maxLength: Int): String = cut(text, maxLength)(_ + "…")

  private def cut(text: String, maxLength: Int)(shorter: String => String): String =
    if (text.length <= maxLength) text
    else {
      val end = if (Character.isHighSurrogate(text.charAt(maxLength - 1))) maxLength - 1 else maxLength
      shorter(text.substring(0, end))
    }
}
