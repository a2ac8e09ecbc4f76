package io.headwater.util

/** Texts that a program may make as long as it likes: messages, statements, descriptions. */
object Texts {

  /** The text, cut to `maxLength` characters; what is cut off is counted behind it. */
  def bounded(text: String, maxLength: Int): String =
    if (text.length <= maxLength) text
    else {
      val end = if (Character.isHighSurrogate(text.charAt(maxLength - 1))) maxLength - 1 else maxLength
      s"${text.substring(0, end)}… (${text.length - end} more characters)"
    }
}
