package io.headwater.redaction

/** Redacts a text that comes line by line, as a program prints it: the lines of a private key have no secret's shape each
  * for itself. Used by one thread.
  *
  * @param maxLength
  *   how many characters of a line are kept
  */
private[headwater] final class LineRedactor(redactor: Redactor, maxLength: Int) {
  private var keyLines = 0 // how many lines may still belong to a private key

  def apply(line: String): String = {
    val last = line.indexOf(LineRedactor.end)
    if (keyLines > 0 && last < 0) {
      keyLines -= 1
      Redactor.replacement
    } else {
      val start = if (keyLines > 0) afterKey(line, last) else 0
      keyLines = if (opensKey(line, start)) LineRedactor.maxKeyLines else 0
      val rest = BoundedRedaction.shortened(line.substring(start), maxLength)(redactor.text)
      if (start > 0) Redactor.replacement + rest else rest
    }
  }

  private def afterKey(line: String, last: Int): Int = {
    val close = line.indexOf("-----", last + LineRedactor.end.length)
    if (close < 0) line.length else close + 5
  }

  /** Whether a private key begins in this line and does not end in it. */
  private def opensKey(line: String, from: Int): Boolean = {
    val begin = line.lastIndexOf(LineRedactor.begin)
    begin >= from && line.indexOf(LineRedactor.kind, begin) >= 0 && line.indexOf(LineRedactor.end, begin) < 0
  }
}

private object LineRedactor {
  private val begin = "-----BEGIN "
  private val end = "-----END "
  private val kind = "PRIVATE KEY"

  /** More than a key of 16,384 bits has. If its last line never comes, what is printed later is shown again. */
  private val maxKeyLines = 300
}
