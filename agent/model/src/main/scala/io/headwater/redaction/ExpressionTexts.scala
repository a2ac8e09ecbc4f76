package io.headwater.redaction

import scala.annotation.tailrec

/** Finds sensitive names in what Spark writes of an expression or a plan. Literals have no quotes there, so that the whole
  * text is replaced where a sensitive name meets another value: `Filter (x = password#12)` becomes `Filter (redacted)`.
  */
private[redaction] final class ExpressionTexts(keys: SensitiveKeys) {
  import CharClasses._
  import ExpressionTexts._
  import Redactor.replacement

  /** A message with lines of a plan: only the names of nodes are kept in lines where a sensitive name meets a value. */
  def inPlan(text: String): String =
    if (!mayHavePlan(text)) text
    else {
      val lines = text.split("\n", -1)
      val hides = lines.map(isSecretLine)
      if (!hides.contains(true)) text
      else lines.indices.filterNot(i => isRest(lines, hides, i)).map { i =>
        if (hides(i)) s"${lines(i).substring(0, nodeEnd(lines(i)))} $replacement" else lines(i)
      }.mkString("\n")
    }

  /** The name of a column that Spark makes from its expression, such as `concat(x, password)`. */
  def inName(name: String): String = {
    val open = name.indexOf('(')
    val isExpression = open >= 0 && name.endsWith(")") && wordEnd(name, 0) == open
    val inner = if (isExpression) name.substring(open) else ""
    if (isExpression && (relates(inner) || inner.contains(", ")) && hasSensitive(inner, isPlan = false))
      name.substring(0, open) + s"($replacement)"
    else name
  }

  private def isSecretLine(line: String): Boolean = {
    val end = nodeEnd(line)
    end > 0 && {
      val rest = line.substring(end)
      (relates(rest) || isCall(rest)) && hasSensitive(rest, isPlan = true)
    }
  }

  /** In a plan, a column has an id, or a quote before its name if it is not resolved. */
  private def hasSensitive(s: String, isPlan: Boolean): Boolean = {
    @tailrec def loop(i: Int): Boolean =
      if (i >= s.length) false
      else if (!isWordChar(s.charAt(i))) loop(i + 1)
      else {
        val end = wordEnd(s, i)
        val isColumn =
          !isPlan || (end < s.length && s.charAt(end) == '#') || (i > 0 && s.charAt(i - 1) == '\'')
        if (isColumn && keys.matches(s.substring(math.max(i, end - 200), end))) true else loop(end)
      }
    loop(0)
  }
}

private object ExpressionTexts {
  import CharClasses._

  private def mayHavePlan(text: String): Boolean =
    text.indexOf('#') >= 0 || text.contains("+- ") || text.contains("\n'") || text.startsWith("'")

  private val words = Vector(" IN ", " INSET ", " LIKE ", " RLIKE ", " AS ", " BETWEEN ", "||")

  private def relates(s: String): Boolean =
    s.exists(c => c == '=' || c == '<' || c == '>') || words.exists(s.contains(_))

  /** Whether a function is called: a bracket follows a letter. */
  private def isCall(s: String): Boolean =
    (1 until s.length).exists(i => s.charAt(i) == '(' && Character.isLetter(s.charAt(i - 1)))

  /** The index after the name of the node in a line of a plan; 0 if the line is none. */
  private def nodeEnd(line: String): Int = {
    val start = skip(line, 0)(c => " :+-|!'*\t".indexOf(c.toInt) >= 0)
    val end = skip(line, start)(Character.isLetterOrDigit(_))
    val isNode = end - start > 2 && Character.isUpperCase(line.charAt(start)) && end < line.length &&
      " [('".indexOf(line.charAt(end).toInt) >= 0
    if (isNode) end else 0
  }

  /** Whether the line belongs to the literal of a hidden line before it: it is no node, no frame and not blank. */
  private def isRest(lines: Array[String], hides: Array[Boolean], i: Int): Boolean = {
    @tailrec def follows(j: Int): Boolean =
      j > 0 && isPlain(lines(j)) && (hides(j - 1) || follows(j - 1))
    !hides(i) && follows(i)
  }

  private def isPlain(line: String): Boolean = {
    val trimmed = line.trim
    trimmed.nonEmpty && nodeEnd(line) == 0 && !trimmed.startsWith("at ") && !trimmed.startsWith("==") &&
    !trimmed.startsWith("Caused by") && !trimmed.startsWith("...")
  }
}
