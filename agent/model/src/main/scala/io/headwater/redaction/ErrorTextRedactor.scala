package io.headwater.redaction

import java.util.regex.Matcher

/** Removes from error texts the data and the statements that they quote. */
private[headwater] object ErrorTextRedactor {
  private val quoted = """'[^'\n]*+'|"[^"\n]*+"""".r.pattern

  /** Spark quotes the statement after this marker. */
  val statementMarker = "== SQL"

  /** `The value 'Ann' of "STRING"` becomes `The value ? of ?`. */
  def masked(message: String): String = {
    val at = message.indexOf(statementMarker)
    val beforeStatement = if (at < 0) message else message.substring(0, at).trim
    quoted.matcher(beforeStatement).replaceAll(Matcher.quoteReplacement("?"))
  }

  /** Keeps the frames and the class names of the exceptions. */
  def withoutMessages(trace: String): String =
    trace.split('\n').iterator.flatMap { line =>
      val trimmed = line.trim
      val exception = trimmed.stripPrefix("Caused by: ").stripPrefix("Suppressed: ").takeWhile(_ != ':')
      if (trimmed.startsWith("at ") || trimmed.startsWith("... ")) Some(line)
      else if (
        exception.contains('.') && exception.forall(c => Character.isJavaIdentifierPart(c) || c == '.')
      )
        Some(line.substring(0, line.indexOf(exception) + exception.length))
      else None
    }.mkString("\n")
}
