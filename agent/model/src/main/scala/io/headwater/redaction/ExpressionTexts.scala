package io.headwater.redaction

import scala.annotation.tailrec

/** Finds the brackets in a text that hold a sensitive name and a comparison, in one pass. */
private final class Brackets(text: String, keys: SensitiveKeys) {
  import Brackets._
  import CharClasses._

  /** The ranges between these brackets, in order. */
  def found: Vector[(Int, Int)] = {
    var open = List.empty[Frame]
    var ranges = List.empty[(Int, Int)]
    var i = 0
    while (i < text.length) {
      val c = text.charAt(i)
      val end =
        if (isWordChar(c)) wordEnd(text, i) else if (isOperator(c)) skip(text, i)(isOperator) else i + 1
      if (c == '(') open = new Frame(i + 1) :: open
      else if (c == ')' && open.nonEmpty) {
        val closed = open.head
        open = open.tail
        if (closed.isSensitive && closed.isRelation)
          ranges = (closed.from, i) :: ranges.dropWhile(_._1 > closed.from)
        else open.headOption.foreach(_.add(closed))
      } else if (isWordChar(c))
        open.headOption.foreach(_.word(text.substring(math.max(i, end - 200), end), keys))
      else if (isOperator(c)) open.headOption.foreach(_.operator(text, i, end))
      i = end
    }
    ranges.reverse.toVector
  }
}

private object Brackets {
  private val words = Set("IN", "INSET", "LIKE", "RLIKE", "BETWEEN")
  private val operators = Set("=", "==", "<=>", "<>", "!=", "<", ">", "<=", ">=", "||")
  private def isOperator(c: Char): Boolean = "=<>!|".indexOf(c.toInt) >= 0

  private final class Frame(val from: Int) {
    var isSensitive = false
    var isRelation = false

    def add(inner: Frame): Unit = {
      isSensitive = isSensitive || inner.isSensitive
      isRelation = isRelation || inner.isRelation
    }

    def word(word: String, keys: SensitiveKeys): Unit =
      if (words(word)) isRelation = true else if (keys.matches(word)) isSensitive = true

    /** An operator stands between blanks. */
    def operator(text: String, from: Int, until: Int): Unit =
      if (
        until - from < 4 && text.charAt(from - 1) == ' ' && until < text.length && text.charAt(
          until
        ) == ' ' &&
        operators(text.substring(from, until))
      ) isRelation = true
  }
}

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
      // a literal may have several lines: those after a hidden line that are no node, no frame and not blank
      val isRest = lines.indices.scanLeft(false)((rest, i) => hides(i) || (rest && isPlain(lines(i))))
      if (!hides.contains(true)) text
      else lines.indices.filter(i => hides(i) || !isRest(i + 1)).map { i =>
        if (hides(i)) s"${lines(i).substring(0, nodeEnd(lines(i)))} $replacement" else lines(i)
      }.mkString("\n")
    }

  /** A text with comparisons in brackets, as Spark writes them in messages and in the names of columns: `(x = password)`.
    * The content of the innermost brackets that hold a sensitive name and a comparison is replaced.
    */
  def inBrackets(text: String): String = inComparisons(inKeyCalls(text))

  /** Calls of functions that take a key, such as `aes_encrypt(c, key)`: a key may hold any character, so all is replaced up
    * to the last bracket of the line.
    */
  private def inKeyCalls(text: String): String = {
    val copy = new RedactedCopy(text)
    @tailrec def loop(from: Int): String = {
      val at = text.indexOf(keyFunctions, from)
      val open = if (at < 0) -1 else argumentsOfKeyCall(text, at)
      if (at < 0) copy.result
      else if (open < 0) loop(at + keyFunctions.length)
      else {
        val line = text.indexOf('\n', open)
        val end = if (line < 0) text.length else line
        val last = text.substring(open, end).lastIndexOf(')')
        val close = if (last < 0) end else open + last
        copy.redact(open, close)
        loop(close)
      }
    }
    loop(0)
  }

  private def inComparisons(text: String): String =
    if (text.indexOf('(') < 0 || !text.exists(c => c == '=' || c == ' ')) text
    else {
      val copy = new RedactedCopy(text)
      for ((from, until) <- new Brackets(text, keys).found) copy.redact(from, until)
      copy.result
    }

  /** The name of a column that Spark makes from its expression, such as `concat(x, password)`. */
  def inName(name: String): String = {
    val open = name.indexOf('(')
    val isCall = open >= 0 && name.endsWith(")") && wordEnd(name, 0) == open
    val inner = if (isCall) name.substring(open) else ""
    if (inner.contains(", ") && hasSensitive(inner, isPlan = false))
      name.substring(0, open) + s"($replacement)"
    else inBrackets(name)
  }

  private def isSecretLine(line: String): Boolean = {
    val end = nodeEnd(line)
    end > 0 && {
      val rest = line.substring(end)
      isKeyCall(rest) || ((relates(rest) || isCall(rest)) && hasSensitive(rest, isPlan = true))
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

  /** What the names of the functions that take a key have in common. */
  private val keyFunctions = "aes_"
  private val keyCalls =
    SqlWords.keyArguments.keys.map(name => name.substring(name.indexOf(keyFunctions)) + "(").toVector.distinct

  /** The index after the bracket, if a call of a function that takes a key is at `at`; else -1. */
  private def argumentsOfKeyCall(s: String, at: Int): Int =
    keyCalls.find(s.startsWith(_, at)).fold(-1)(at + _.length)

  private def isKeyCall(s: String): Boolean = s.contains(keyFunctions) && keyCalls.exists(s.contains(_))

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

  private def isPlain(line: String): Boolean = {
    val trimmed = line.trim
    trimmed.nonEmpty && nodeEnd(line) == 0 && !trimmed.startsWith("at ") && !trimmed.startsWith("==") &&
    !trimmed.startsWith("Caused by") && !trimmed.startsWith("...")
  }
}
