package io.headwater.redaction

/** `EXECUTE IMMEDIATE`: the values of its statement are those after USING. They are secret if the statement has a
  * sensitive name, or if it is not known, because a variable or an expression holds it.
  */
private[redaction] final class ExecuteImmediate(isSensitive: String => Boolean) {
  private var inStatement = false
  private var usesSecret = false
  private var inValues = false

  /** A keyword begins another part of the statement.
    *
    * @param before
    *   the word before it
    */
  def onBoundary(word: String, before: String): Unit = word match {
    case "immediate" => inStatement = before == "execute"
    case "into" => inStatement = false
    case "using" =>
      inStatement = false
      inValues = usesSecret
    case _ => ()
  }

  /** The name of a variable or of a function was read. */
  def onName(): Unit = if (inStatement) usesSecret = true

  /** A literal was read; in the statement, it is a part of the text that is executed. */
  def onLiteral(literal: String): Unit = if (inStatement)
    new SqlTokens(content(literal)).foreach(t =>
      if (t.kind != SqlToken.Number && (isSensitive(t.text) || takesKey(t.text))) usesSecret = true
    )

  /** Whether the literal that was read last is one of the values, or a part of the statement that has literals itself. */
  def isSecret(literal: String): Boolean =
    inValues || (inStatement && usesSecret && content(literal).exists(CharClasses.isQuote(_)))

  private def takesKey(function: String): Boolean =
    SqlWords.keyArguments.contains(function.toLowerCase(java.util.Locale.ROOT))

  private def content(literal: String): String = literal.substring(1, math.max(1, literal.length - 1))
}
