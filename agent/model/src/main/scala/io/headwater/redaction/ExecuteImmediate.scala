package io.headwater.redaction

/** `EXECUTE IMMEDIATE`: the values of its statement are those after USING. They are secret if the statement has a
  * sensitive name, or if it is not known, because a variable or an expression holds it.
  */
private[redaction] final class ExecuteImmediate(isSensitive: String => Boolean) {
  private var inStatement = false
  private var usesSecret = false

  /** Whether a literal is one of the values. */
  var isUsing = false

  /** A keyword begins another part of the statement. */
  def boundary(word: String, before: String): Unit = word match {
    case "immediate" => inStatement = before == "execute"
    case "into" => inStatement = false
    case "using" =>
      inStatement = false
      isUsing = usesSecret
    case _ => ()
  }

  /** The name of a variable or of a function. */
  def name(): Unit = if (inStatement) usesSecret = true

  /** Whether the literal is a part of the statement that has secrets itself. */
  def isSecret(literal: String): Boolean = inStatement && {
    val text = literal.substring(1, math.max(1, literal.length - 1))
    new SqlTokens(text).foreach(t => if (t.kind != SqlToken.Number && isSensitive(t.text)) usesSecret = true)
    usesSecret && text.exists(CharClasses.isQuote(_))
  }
}
