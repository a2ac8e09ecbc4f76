package io.headwater.redaction

import java.util.regex.Matcher

/** Takes out of errors what they repeat of data and statements. */
private[headwater] object ErrorTextRedactor {
  private val quoted = """'[^'\n]*+'|"[^"\n]*+"""".r.pattern

  /** From here on Spark shows the statement. */
  private val excerpt = "== SQL"

  /** `The value 'Ann' of "STRING"` is `The value ? of ?`. */
  def masked(message: String): String = {
    val at = message.indexOf(excerpt)
    val said = if (at < 0) message else message.substring(0, at).trim
    quoted.matcher(said).replaceAll(Matcher.quoteReplacement("?"))
  }

  /** Frames, and the classes of what was thrown. */
  def withoutMessages(trace: String): String =
    trace.split('\n').iterator.flatMap { line =>
      val bare = line.trim
      val thrown = bare.stripPrefix("Caused by: ").stripPrefix("Suppressed: ").takeWhile(_ != ':')
      if (bare.startsWith("at ") || bare.startsWith("... ")) Some(line)
      else if (thrown.contains('.') && thrown.forall(c => Character.isJavaIdentifierPart(c) || c == '.'))
        Some(line.substring(0, line.indexOf(thrown) + thrown.length))
      else None
    }.mkString("\n")
}
